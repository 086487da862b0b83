/** Widely used models; the form is that of `parseTable`, the facts are those of the providers' price lists. */
export const MODELS = `
openai "OpenAI" https://platform.openai.com/docs/models
  gpt-4o       "GPT-4o"       gpt       2.5/10    cache 1.25   batch 1.25/5     fits 128000/16384   can tools,json,files  reads text,image,pdf  from 2024-05-13  knows 2023-09
  gpt-4o-mini  "GPT-4o mini"  gpt-mini  0.15/0.6  cache 0.075  batch 0.075/0.3  fits 128000/16384   can tools,json,files  reads text,image,pdf  from 2024-07-18  knows 2023-09
  gpt-4-turbo  "GPT-4 Turbo"  gpt       10/30                                   fits 128000/4096    can tools,files       reads text,image      from 2023-11-06  knows 2023-12
  gpt-4.1      "GPT-4.1"      gpt       2/8       cache 0.5    batch 1/4        fits 1047576/32768  can tools,json,files  reads text,image,pdf  from 2025-04-14  knows 2024-04
  gpt-4.1-mini "GPT-4.1 mini" gpt-mini  0.4/1.6   cache 0.1    batch 0.2/0.8    fits 1047576/32768  can tools,json,files  reads text,image,pdf  from 2025-04-14  knows 2024-04
  gpt-4.1-nano "GPT-4.1 nano" gpt-nano  0.1/0.4   cache 0.025  batch 0.05/0.2   fits 1047576/32768  can tools,json,files  reads text,image      from 2025-04-14  knows 2024-04
  gpt-5        "GPT-5"        gpt       1.25/10   cache 0.125  fits 400000/128000/272000  can tools,json,reasoning,files  reads text,image  from 2025-08-07  knows 2024-09-30
  gpt-5-mini   "GPT-5 mini"   gpt-mini  0.25/2    cache 0.025  fits 400000/128000/272000  can tools,json,reasoning,files  reads text,image  from 2025-08-07  knows 2024-05-30
  gpt-5-nano   "GPT-5 nano"   gpt-nano  0.05/0.4  cache 0.005  fits 400000/128000/272000  can tools,json,reasoning,files  reads text,image  from 2025-08-07  knows 2024-05-30
  gpt-5-pro    "GPT-5 pro"    gpt-pro   15/120    batch 7.5/60 fits 400000/272000/272000  can tools,json,reasoning,files  reads text,image  from 2025-10-06  knows 2024-09-30
  o1           "o1"           o         15/60     cache 7.5    fits 200000/100000  can tools,json,reasoning,files  reads text,image,pdf  from 2024-12-05  knows 2023-09
  o3           "o3"           o         2/8       cache 0.5    fits 200000/100000  can tools,json,reasoning,files  reads text,image,pdf  from 2025-04-16  knows 2024-05
  o3-mini      "o3-mini"      o-mini    1.1/4.4   cache 0.55   fits 200000/100000  can tools,json,reasoning        from 2024-12-20  knows 2024-05
  o4-mini      "o4-mini"      o-mini    1.1/4.4   cache 0.275  fits 200000/100000  can tools,json,reasoning,files  reads text,image      from 2025-04-16  knows 2024-05
  text-embedding-3-small  "text-embedding-3-small"  text-embedding  0.02/0  batch 0.01/0   fits 8191/1536  from 2024-01-25  knows 2024-01
  text-embedding-3-large  "text-embedding-3-large"  text-embedding  0.13/0  batch 0.065/0  fits 8191/3072  from 2024-01-25  knows 2024-01

anthropic "Anthropic" https://docs.anthropic.com/en/docs/about-claude/models
  claude-opus-4-1    "Claude Opus 4.1"    claude-opus    15/75  cache 1.5/18.75  fits 200000/32000  can tools,reasoning,files  reads text,image,pdf  from 2025-08-05  knows 2025-03-31
  claude-opus-4-5    "Claude Opus 4.5"    claude-opus    5/25   cache 0.5/6.25   fits 200000/64000  can tools,reasoning,files  reads text,image,pdf  from 2025-11-24  knows 2025-03-31
  claude-sonnet-4-5  "Claude Sonnet 4.5"  claude-sonnet  3/15   cache 0.3/3.75   fits 200000/64000  can tools,reasoning,files  reads text,image,pdf  from 2025-09-29  knows 2025-07-31
  claude-sonnet-4-5-20250929  "Claude Sonnet 4.5"  claude-sonnet  3/15  cache 0.3/3.75  fits 200000/64000  can tools,reasoning,files  reads text,image,pdf  from 2025-09-29  knows 2025-07-31
  claude-haiku-4-5   "Claude Haiku 4.5"   claude-haiku   1/5    cache 0.1/1.25   fits 200000/64000  can tools,reasoning,files  reads text,image,pdf  from 2025-10-15  knows 2025-02-28
  claude-haiku-4-5-20251001   "Claude Haiku 4.5"   claude-haiku   1/5   cache 0.1/1.25  fits 200000/64000  can tools,reasoning,files  reads text,image,pdf  from 2025-10-15  knows 2025-02-28

google "Google" https://ai.google.dev/gemini-api/docs/pricing
  gemini-2.5-pro         "Gemini 2.5 Pro"         gemini-pro         1.25/10  cache 0.125  above 200000  at 2.5/15  fits 1048576/65536  can tools,json,reasoning,files  reads text,image,audio,video,pdf  from 2025-06-17  knows 2025-01
  gemini-2.5-flash       "Gemini 2.5 Flash"       gemini-flash       0.3/2.5  cache 0.03   fits 1048576/65536  can tools,json,reasoning,files  reads text,image,audio,video,pdf  from 2025-06-17  knows 2025-01
  gemini-2.5-flash-lite  "Gemini 2.5 Flash-Lite"  gemini-flash-lite  0.1/0.4  cache 0.01   fits 1048576/65536  can tools,json,reasoning,files  reads text,image,audio,video,pdf  from 2025-06-17  knows 2025-01
  gemini-embedding-001   "Gemini Embedding 001"   gemini             0.15/0   fits 2048/3072  from 2025-05-20

mistral "Mistral" https://docs.mistral.ai/getting-started/models/
  mistral-large-2411  "Mistral Large 2.1"  mistral-large   2/6        fits 131072/16384   can tools        from 2024-11-18  open yes
  mistral-medium-2508 "Mistral Medium 3.1" mistral-medium  0.4/2      fits 262144/262144  can tools,files  reads text,image  from 2025-08-12
  mistral-small-2506  "Mistral Small 3.2"  mistral-small   0.1/0.3    fits 128000/16384   can tools        reads text,image  from 2025-06-20  open yes
  mistral-nemo        "Mistral Nemo"       mistral-nemo    0.15/0.15  fits 128000/128000  can tools        from 2024-07-01  open yes
  pixtral-12b         "Pixtral 12B"        pixtral         0.15/0.15  fits 128000/128000  can tools,files  reads text,image  from 2024-09-01  open yes
  mistral-embed       "Mistral Embed"      mistral-embed   0.1/0      fits 8000/3072      from 2023-12-11

cohere "Cohere" https://docs.cohere.com/docs/models
  command-a-03-2025       "Command A"   command-a  2.5/10       fits 256000/8000  can tools  from 2025-03-13  knows 2024-06-01  open yes
  command-r-plus-08-2024  "Command R+"  command-r  2.5/10       fits 128000/4000  can tools  from 2024-08-30  knows 2024-06-01  open yes
  command-r-08-2024       "Command R"   command-r  0.15/0.6     fits 128000/4000  can tools  from 2024-08-30  knows 2024-06-01  open yes
  command-r7b-12-2024     "Command R7B" command-r  0.0375/0.15  fits 128000/4000  can tools  from 2024-12-02  knows 2024-06-01  open yes

perplexity "Perplexity" https://docs.perplexity.ai
  sonar                "Sonar"                sonar            1/1   fits 128000/4096  from 2025-01-21
  sonar-pro            "Sonar Pro"            sonar-pro        3/15  fits 200000/8192  can files            reads text,image  from 2025-01-21
  sonar-reasoning-pro  "Sonar Reasoning Pro"  sonar-reasoning  2/8   fits 128000/4096  can reasoning,files  reads text,image  from 2025-02-19

amazon-bedrock "Amazon Bedrock" https://docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html
  amazon.nova-micro-v1:0  "Nova Micro"  nova-micro  0.035/0.14  cache 0.00875  fits 128000/8192  can tools        from 2024-12-03  knows 2024-10
  amazon.nova-lite-v1:0   "Nova Lite"   nova-lite   0.06/0.24   cache 0.015    fits 300000/8192  can tools,files  reads text,image,video  from 2024-12-03  knows 2024-10
  amazon.nova-pro-v1:0    "Nova Pro"    nova-pro    0.8/3.2     cache 0.2      fits 300000/8192  can tools,files  reads text,image,video  from 2024-12-03  knows 2024-10
  anthropic.claude-sonnet-4-5-20250929-v1:0  "Claude Sonnet 4.5"  claude-sonnet  3/15  cache 0.3/3.75  fits 200000/64000  can tools,json,reasoning,files  reads text,image,pdf  from 2025-09-29  knows 2025-07-31
  anthropic.claude-haiku-4-5-20251001-v1:0   "Claude Haiku 4.5"   claude-haiku   1/5   cache 0.1/1.25  fits 200000/64000  can tools,json,reasoning,files  reads text,image,pdf  from 2025-10-15  knows 2025-02-28
  meta.llama3-3-70b-instruct-v1:0  "Llama 3.3 70B Instruct"  llama  0.72/0.72  fits 128000/4096  can tools  from 2024-12-06  knows 2023-12  open yes

groq "Groq" https://console.groq.com/docs/models
  llama-3.1-8b-instant     "Llama 3.1 8B"   llama    0.05/0.08  fits 131072/131072  can tools  from 2024-07-23  knows 2023-12  open yes
  llama-3.3-70b-versatile  "Llama 3.3 70B"  llama    0.59/0.79  fits 131072/32768   can tools  from 2024-12-06  knows 2023-12  open yes
  openai/gpt-oss-120b      "GPT OSS 120B"   gpt-oss  0.15/0.6   cache 0.075   fits 131072/65536  can tools,json,reasoning  from 2025-08-05  open yes
  openai/gpt-oss-20b       "GPT OSS 20B"    gpt-oss  0.075/0.3  cache 0.0375  fits 131072/65536  can tools,json,reasoning  from 2025-08-05  open yes
`;
