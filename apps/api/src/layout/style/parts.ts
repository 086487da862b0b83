/** Tables, drawings, forms, code: what pages are put together of. */
export const PARTS_STYLE = `
code,pre,samp{font:.875em/1.55 var(--mono)}
code{background:var(--shade);padding:.1em .3em;border-radius:3px}
pre{background:var(--shade);border:1px solid var(--line);border-radius:8px;padding:1rem 1.25rem;overflow-x:auto;font-size:var(--s);max-width:100%}
pre code{background:none;padding:0;font-size:1em}
.wrap{white-space:pre-wrap}
table{border-collapse:collapse;width:100%;margin:1rem 0;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);font-size:var(--s);padding-bottom:.5rem}
th,td{text-align:left;vertical-align:top;padding:.6rem 1.25rem .6rem 0;border-bottom:1px solid var(--line)}
thead th{color:var(--soft);font-weight:600;font-size:var(--s)}
tbody th{font-weight:600}
td.number,code.one{white-space:nowrap}
.cycles tbody th{min-width:5.5rem}
@media (min-width:44.01rem){.figures :is(th,td):not(:first-child){text-align:right}.figures :is(th,td):last-child{padding-right:0}}
time{white-space:nowrap}
tr:target,section:target{outline:2px solid var(--info);outline-offset:4px}
.aside{color:var(--soft);font-size:var(--s);white-space:nowrap}
.status{font-weight:600;white-space:nowrap}
.status::before{content:"";display:inline-block;width:.6em;height:.6em;border-radius:50%;background:currentColor;margin-right:.45em}
.supported{color:var(--pass)}.security-only{color:var(--warn)}.eol{color:var(--fail)}.unknown{color:var(--soft)}
figure{margin:1.5rem 0}
figure svg{display:block;width:100%;height:auto}
.bar-active{fill:var(--active)}.bar-security{fill:var(--security)}.bar-extended{fill:var(--extended)}
.bar-open{stroke:var(--ink);stroke-dasharray:4 3}
.grid{stroke:var(--line)}.today{stroke:var(--today);stroke-width:2}
svg text{fill:var(--ink);font:11px system-ui,sans-serif}
svg .year,svg .end{fill:var(--soft)}svg .name{font-weight:600}svg .name,svg .end{paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
.over rect{opacity:.4}.over text{fill:var(--soft)}.narrow{display:none}
.key{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;color:var(--soft);font-size:var(--s);margin-top:.75rem}
.key i{display:inline-block;width:.9em;height:.9em;margin-right:.45em;vertical-align:-.1em;border-radius:2px}
.k-active{background:var(--active)}.k-security{background:var(--security)}.k-extended{background:var(--extended)}
form.ask{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0;max-width:40rem}
form.ask label{width:100%;font-weight:600}
form.tool{display:grid;gap:.5rem;margin:2rem 0;max-width:44rem}
form.tool label{font-weight:600;margin-top:.75rem}
form.tool button{justify-self:start;margin-top:1rem}
input[type=file]{padding:.5rem .6rem;font-size:var(--s)}
dl.terms{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.5rem}
dl.terms dt,dl.terms dd{margin:0}
.wallets{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0}
.check{display:flex;gap:.6rem;align-items:center;margin-top:.75rem}
form.tool .check label{font-weight:400;margin:0}
.check input{flex:none;width:1.15rem;height:1.15rem}
.field{display:grid;gap:.5rem;max-width:44rem}
.problem{color:var(--fail)}
.answer pre{max-height:32rem;overflow:auto}
button:disabled{opacity:.55;cursor:progress}
input,textarea,select{flex:1 1 14rem;min-width:0;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:8px;padding:.7rem 1rem}
textarea{font:.875rem/1.55 var(--mono);resize:vertical;width:100%}
::placeholder{color:var(--soft);opacity:1}
button{font:inherit;font-weight:600;color:var(--paper);background:var(--pass);border:1px solid var(--pass);border-radius:8px;padding:.7rem 1.4rem;cursor:pointer}
button.again{color:var(--pass);background:none}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr));gap:1.25rem;margin:1.5rem 0;padding:0;list-style:none}
.card{border:1px solid var(--line);border-radius:12px;padding:1.25rem 1.5rem;min-width:0}
.card h3{margin-top:0}
.hero{display:grid;gap:2rem 3rem;align-items:start;margin-bottom:2.5rem}
@media (min-width:60rem){.hero{grid-template-columns:1.25fr 1fr}}
.paste{display:grid;gap:.75rem}.paste label{font-weight:600}
.row{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:center}
.row span{flex:1 1 12rem}
.points{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));gap:1rem 2rem;list-style:none;margin:2rem 0;padding:1.5rem 0;border:solid var(--line);border-width:1px 0}
.points strong{display:block}
.versions{display:flex;flex-wrap:wrap;gap:.25rem .4rem;list-style:none;margin:0;padding:0}
.versions li{border:1px solid;border-radius:6px;padding:0 .45em;font-size:var(--s);font-weight:600}
.facts{display:grid;gap:.35rem;margin:1rem 0 0}.facts div{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:0 1rem;border-top:1px solid var(--line);padding-top:.35rem}
.facts dt,.facts dd{margin:0;font-weight:400;overflow-wrap:anywhere}.facts code{background:none;padding:0;color:var(--soft)}.facts dd{font-weight:600}
.ask-body code{display:block;padding:.5rem .75rem;overflow-wrap:anywhere}
.tags{display:flex;flex-wrap:wrap;gap:.4rem 1rem;list-style:none;padding:0;margin:1rem 0}
.big{font-size:var(--l);margin:1.5rem 0;padding:1.25rem 1.5rem;border:1px solid var(--line);border-radius:12px;max-width:none}
.big .status{white-space:normal}.big>:first-child{margin-top:0}.big>:last-child{margin-bottom:0}
.part{border-radius:4px;padding:.1em .35em;border-bottom:3px solid}
.part.image{border-color:var(--active)}.part.runtime{border-color:var(--security)}.part.base_os{border-color:var(--info)}.part.none{border-color:transparent;padding:0}.big code{background:none}
details{margin:.75rem 0}summary{cursor:pointer;font-weight:600}
.fold{margin:0;border-top:1px solid var(--line)}.fold:last-of-type{border-bottom:1px solid var(--line)}table+.fold{border-top:0;margin-top:-1rem}.fold>summary{padding:.75rem 0}.fold>summary h3{display:inline;margin:0;font-size:1em}.fold[open]{padding-bottom:1rem}.fold tbody tr:last-child,.fold tbody tr:last-child>*{border-bottom:0}
dt{font-weight:600;margin-top:1rem}dd{margin:.25rem 0 0}
.badge{display:block;margin:.5rem 0}
@media (max-width:60rem){td:not(.word){overflow-wrap:anywhere}}
@media (max-width:44rem){
table.rows thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table.rows,table.rows tbody,table.rows tr,table.rows th,table.rows td,table.rows caption{display:block}
table.rows tr{border-bottom:1px solid var(--line);padding:.75rem 0}
table.rows th,table.rows td{border:0;padding:.1rem 0}
table.rows td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}
th,td,pre,code,dd,p,li{overflow-wrap:anywhere}.versions{display:inline-flex;vertical-align:top}
table.rows td.none{display:none}
table.routes tr{display:grid;grid-template-columns:1fr max-content;gap:0 1rem}table.routes th{grid-column:1/-1}
table.cycles tr{display:grid;grid-template-columns:1fr 1fr;gap:0 1rem}table.cycles td:nth-of-type(1)::before{content:none}table.cycles td:nth-of-type(n+4){grid-column:1/-1}
}
@media (max-width:40rem){
.facts div{display:block}
.wide{display:none}.narrow{display:block}svg text{font-size:12px}.columns text{font-size:22px}
pre{padding:.8rem 1rem;white-space:pre-wrap}
.card,.big{padding:1rem}
}
@media print{details::details-content{content-visibility:visible;block-size:auto}.bar-active,.bar-security,.bar-extended,.key i{print-color-adjust:exact}}
`;
