import { COLORS, colorVariables } from '@stackcheck/pictures/colors';

/**
 * Colours, one type scale (14, 16, 20, 28, 40 px) and the frame of every page. DejaVu Sans is what Linux without other fonts takes for
 * `sans-serif`, after it looked for four others by way of another process; named, it is found at once.
 */
export const BASE_STYLE = `
:root{color-scheme:light dark;${colorVariables(COLORS.light)};--s:.875rem;--l:1.25rem;--xl:1.75rem;--xxl:2.5rem;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
@media (prefers-color-scheme:dark){:root{${colorVariables(COLORS.dark)}}}
*{box-sizing:border-box}
[hidden]{display:none!important}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif;overflow-wrap:break-word}
a{color:var(--pass);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--info);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:1rem;top:-4rem;background:var(--paper);padding:.6rem 1rem;z-index:1}
.skip:focus{top:.5rem}
.frame{max-width:68rem;margin:0 auto;padding:0 1.5rem}
header.site{border-bottom:1px solid var(--line)}
header.site .frame{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.75rem;padding-top:.9rem;padding-bottom:.9rem}
.brand{font-weight:700;color:var(--ink);text-decoration:none;margin-right:auto;display:inline-flex;align-items:center;gap:.5rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
nav a{color:var(--soft);text-decoration:none;display:inline-block;padding:.2rem 0}
nav a:hover,nav a[aria-current]{color:var(--ink);text-decoration:underline}
main{padding:3rem 0 5rem}
footer.site{border-top:1px solid var(--line);color:var(--soft);font-size:var(--s);padding:2rem 0 3rem}
footer.site a{color:inherit}
h1{font-size:var(--xxl);line-height:1.15;letter-spacing:-.02em;margin:0 0 1rem;max-width:20em}
h2{font-size:var(--xl);line-height:1.25;letter-spacing:-.01em;margin:4rem 0 1rem}
h3{font-size:var(--l);line-height:1.35;margin:2rem 0 .5rem}
p,ul.text,ol.text,dl{max-width:44rem;margin:.75rem 0}
.lead{font-size:var(--l);line-height:1.5;max-width:40rem}
.soft{color:var(--soft)}
.small{font-size:var(--s)}
@media (max-width:40rem){
:root{--xl:1.5rem;--xxl:2rem}
header.site nav{width:100%;font-size:var(--s)}header.site nav ul{justify-content:space-between;gap:.25rem .5rem}
.frame{padding:0 1rem}
main{padding:2rem 0 3rem}
h2{margin-top:3rem}
}
@media print{
:root{color-scheme:light;${colorVariables(COLORS.light)}}
header.site,footer.site,form,.skip,.noprint{display:none!important}
main{padding:0}.frame{max-width:none;padding:0}
tr,figure,pre{break-inside:avoid}
a{color:inherit}
}
`;
