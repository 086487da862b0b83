import { colorVariables, COLORS } from '@stackcheck/pictures/colors';
import { Html } from '@stackcheck/pictures/markup';

/** The whole style sheet; it holds nothing of an outcome. */
export const STYLE = new Html(`
:root{color-scheme:light dark;${colorVariables(COLORS.light)}}
@media (prefers-color-scheme:dark){:root{${colorVariables(COLORS.dark)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:72rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .4rem}
h2{font-size:1.2rem;margin:2.4rem 0 .6rem}
p{margin:.4rem 0}
.soft,.where,figcaption{color:var(--soft)}
.level{font-weight:700;letter-spacing:.03em;white-space:nowrap}
.fail{color:var(--fail)}.unknown{color:var(--unknown)}.warn{color:var(--warn)}.info{color:var(--info)}.pass{color:var(--pass)}
code,.where{font:.875em/1.5 ui-monospace,monospace}
table{border-collapse:collapse;width:100%;margin:.6rem 0}
caption{text-align:left;color:var(--soft);padding-bottom:.4rem}
th,td{text-align:left;vertical-align:top;padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--line)}
thead th{color:var(--soft);font-weight:600}
tbody th{font-weight:600}
.findings thead th:nth-child(1){width:6rem}.findings thead th:nth-child(2){width:26%}.findings thead th:nth-child(4){width:24%}.findings{table-layout:fixed}
time{white-space:nowrap}
ul{padding-left:1.2rem}
.counts{display:flex;flex-wrap:wrap;gap:.4rem 1.6rem;margin:1rem 0;padding:0;list-style:none}
.counts b{font-variant-numeric:tabular-nums}
figure{margin:.6rem 0}
svg{display:block;width:100%;height:auto}
.bar-active{fill:var(--active)}.bar-security{fill:var(--security)}.bar-extended{fill:var(--extended)}.bar-open{stroke-dasharray:4 3;stroke:var(--ink)}
.grid{stroke:var(--line)}.today{stroke:var(--today);stroke-width:2}
svg text{fill:var(--ink);font:13px system-ui,sans-serif}svg .year,svg .end{fill:var(--soft)}svg .name,svg .end{paint-order:stroke;stroke:var(--paper);stroke-width:3px}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}
.key i{display:inline-block;width:.8em;height:.8em;margin-right:.4em;vertical-align:-.05em}
.key .k-active{background:var(--active)}.key .k-security{background:var(--security)}.key .k-extended{background:var(--extended)}
details{margin:.6rem 0}summary{cursor:pointer}
:focus-visible{outline:2px solid var(--info);outline-offset:2px}
@media (max-width:44rem){
main{padding:1.25rem 1rem 3rem}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr,th,td{display:block}caption{display:block}
tr{border-bottom:1px solid var(--line);padding:.6rem 0}
th,td{border:0;padding:.1rem 0}
td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}
svg text{font-size:22px}
}
@media print{
:root{color-scheme:light;${colorVariables(COLORS.light)}}
main{max-width:none;padding:0}tr,figure{break-inside:avoid}details::details-content{content-visibility:visible}
.bar-active,.bar-security,.bar-extended,.key i{print-color-adjust:exact}
}
`);
