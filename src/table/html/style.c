#include "table/html/markup.h"

#include "base/embed.h"

NF_EMBED(nf_html_view_css, "src/judge/story/view.css"); /* of viewers */

#define LIGHT                                                                                      \
    "color-scheme:light;--page:#fff;--text:#1d2129;--soft:#59606b;--line:#d9dde3;--box:#f4f5f7;"   \
    "--link:#1a5fa8;--axis:#7b828d;--grid:#e4e7eb;--reference:#59606b;"                            \
    "--series-1:#1f66b0;--series-2:#b44e0a;--series-3:#26794a;--series-4:#8a46a8;"                 \
    "--series-5:#83690a;--series-6:#b3305f;"                                                       \
    "--heat-0:#6fa3d8;--heat-1:#93badf;--heat-2:#b6d0e8;--heat-3:#d7e4f0;--heat-4:#efefef;"        \
    "--heat-5:#f6dfcf;--heat-6:#f3c6a6;--heat-7:#eeab7f;--heat-8:#e69059"

#define DARK                                                                                       \
    "color-scheme:dark;--page:#15181d;--text:#e3e6ea;--soft:#a2a9b4;--line:#343a43;--box:#1e2228;" \
    "--link:#86b9f2;--axis:#8b929d;--grid:#2b3038;--reference:#a2a9b4;"                            \
    "--series-1:#77b0ee;--series-2:#f0a05c;--series-3:#6fc592;--series-4:#cc97e4;"                 \
    "--series-5:#d8bf5a;--series-6:#ee8bae;"                                                       \
    "--heat-0:#24619c;--heat-1:#245587;--heat-2:#264d75;--heat-3:#253d57;--heat-4:#2a2e35;"        \
    "--heat-5:#4c3828;--heat-6:#6b4527;--heat-7:#7f4b22;--heat-8:#975420"

/* In parts, since compilers need not take longer texts. */
static const char colours[] = ":root{" LIGHT "}\n"
                              "@media screen and (prefers-color-scheme:dark){:root{" DARK "}}\n";
static const char screen[] =
    "*{box-sizing:border-box}\n"
    "html{-webkit-text-size-adjust:100%;text-size-adjust:100%}\n"
    "body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:47rem;background:var(--page);"
    "color:var(--text);font:1rem/1.55 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Noto Sans\","
    "\"DejaVu Sans\",sans-serif;overflow-wrap:anywhere}\n"
    "h1{font-size:1.75rem;line-height:1.25;margin:0 0 .25rem}\n"
    "h2{font-size:1.35rem;line-height:1.3;margin:3rem 0 .75rem;padding-top:1rem;"
    "border-top:1px solid var(--line)}\n"
    "h3{font-size:1.1rem;line-height:1.35;margin:0 0 .25rem}\n"
    "p{margin:0 0 .75rem}\n"
    "header p,.note,figcaption p{color:var(--soft)}\n"
    "figcaption p{font-size:.925rem;margin-bottom:.5rem}\n"
    "a{color:var(--link)}\n"
    ".answer{font-size:1.2rem;line-height:1.45;margin:1rem 0}\n"
    ".headlines{list-style:none;margin:1rem 0 2rem;padding:0;display:grid;gap:.75rem;"
    "grid-template-columns:repeat(auto-fit,minmax(9rem,1fr))}\n"
    ".headlines li{background:var(--box);border-radius:4px;padding:.6rem .8rem;"
    "font-size:.875rem;color:var(--soft)}\n"
    ".headlines strong{display:block;font-size:1.35rem;font-weight:600;color:var(--text)}\n"
    "figure{margin:2.25rem 0}\n"
    "figure>svg{display:block;width:100%;height:auto;color:var(--text);font-variant-numeric:"
    "tabular-nums}\n"
    "figure>svg.narrow{display:none}\n"
    ".heat>svg.wide{max-width:37.5rem;margin:0 auto}\n"
    ".marks{position:absolute}\n"
    ".key{list-style:none;margin:.5rem 0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;"
    "font-size:.875rem;color:var(--soft)}\n"
    ".key li{display:flex;align-items:center;gap:.4rem;min-width:0}\n"
    ".scale{gap:.25rem .8rem;justify-content:center}\n"
    ".swatch{flex:none;width:.95rem;height:.95rem;border-radius:2px;background:currentColor;"
    "outline:1px solid "
    "var(--line)}\n"
    ".axis,.grid,.reference,.line{fill:none}.axis{stroke:var(--axis)}.grid{stroke:var(--grid)}\n"
    ".reference{stroke:var(--reference);stroke-width:1.5;stroke-dasharray:6 4}\n"
    ".line{stroke:currentColor;stroke-width:2}.dashed{stroke-dasharray:8 3}\n"
    ".area{opacity:.2}.area,.bar,.part,rect,use{fill:currentColor}"
    ".part{stroke:var(--page);fill-opacity:.75}.bar{fill-opacity:.75}.interval{fill:none;stroke:"
    "var(--text)}"
    ".hit{fill:transparent}.hit:hover{fill:var(--text);fill-opacity:.1}"
    "figure>svg text{fill:var(--text)}\n"
    ".s1{color:var(--series-1)}.s2{color:var(--series-2)}.s3{color:var(--series-3)}\n"
    ".s4{color:var(--series-4)}.s5{color:var(--series-5)}.s6{color:var(--series-6)}\n"
    ".h0{color:var(--heat-0)}.h1{color:var(--heat-1)}.h2{color:var(--heat-2)}\n"
    ".h3{color:var(--heat-3)}.h4{color:var(--heat-4)}.h5{color:var(--heat-5)}\n"
    ".h6{color:var(--heat-6)}.h7{color:var(--heat-7)}.h8{color:var(--heat-8)}\n"
    ".mark{flex:none;width:1.1rem;height:1.1rem}\n"
    ".dashes{flex:none;width:1.6rem;border-top:2px dashed var(--reference)}\n"
    "details{margin:.5rem 0}\n"
    "summary{cursor:pointer;color:var(--link);padding:.3rem 0}\n"
    ".scroll{margin-bottom:.75rem;overflow-x:auto;max-height:32rem;overflow-y:auto}\n"
    ":focus-visible{outline:2px solid var(--link);outline-offset:2px}\n"
    "table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}\n"
    "caption{text-align:left;font-weight:600;padding:.25rem 0}\n"
    "th,td{padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line);text-align:right;"
    "vertical-align:top;white-space:nowrap}\n"
    "th{font-weight:600}\n"
    "thead th{color:var(--soft)}\n"
    "th:first-child,.text,.runs th,.runs td{text-align:left}\n"
    ".runs td{white-space:normal}\n"
    ".facts table{width:100%}\n"
    ".facts th,.facts td{text-align:left;white-space:normal}\n"
    ".facts th{color:var(--soft);font-weight:400;width:9rem}\n"
    "code{font:0.85rem/1.5 ui-monospace,\"SFMono-Regular\",Menlo,Consolas,\"DejaVu Sans Mono\","
    "monospace}\n";

/* Of stories. */
static const char story[] =
    ".step{margin:0 0 1.25rem;padding:.6rem .9rem .75rem;background:var(--box);"
    "border-left:3px solid var(--line);border-radius:3px}\n"
    ".step h3{font-size:1rem;font-weight:400;margin:0}\n"
    ".step h3 code,.sides code{font-size:.95rem;font-weight:600}\n"
    ".number{color:var(--soft);font-size:.8rem;margin-right:.6rem}\n"
    ".step.plain{padding:.15rem .9rem;margin:0}\n"
    ".plain code{font-weight:400}\n"
    ".plain+.step:not(.plain),.plain+.parting{margin-top:1.25rem}\n"
    "section>.plain:last-child{margin-bottom:1.25rem}\n"
    ".parting{border-color:var(--series-2)}\n"
    ".parting h3,.other code{color:var(--series-2)}\n"
    ".parting h3{font-weight:600}\n"
    ".sides{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:.25rem 1.25rem}\n"
    ".sides p{margin:0}\n"
    ".sides .number{display:block;margin:0}\n"
    "dl{display:grid;grid-template-columns:4.5rem minmax(0,1fr);gap:.15rem .75rem;"
    "margin:.4rem 0 0;font-size:.925rem}\n"
    "dt{color:var(--soft)}\n"
    "dd{margin:0}\n"
    ".cards{display:flex;flex-wrap:wrap;gap:.3rem .4rem}\n"
    ".cards span{border:1px solid var(--line);border-radius:3px;background:var(--page);"
    "padding:0 .4rem}\n"
    "pre{font:.85rem/1.5 ui-monospace,\"SFMono-Regular\",Menlo,Consolas,\"DejaVu Sans Mono\","
    "monospace;white-space:pre-wrap;margin:.5rem 0}\n"
    ".source ol{margin:0;padding-left:2.5rem}\n"
    ".source li{padding-left:.5rem}\n"
    ".source li::marker{content:counter(list-item) \" \";color:var(--soft);font-size:.8rem}\n"
    ".source code{white-space:break-spaces;tab-size:4}\n"
    ".source li p{margin:0;font-size:.925rem;font-weight:600}\n"
    ".source details{margin:0;font-size:.875rem}\n"
    ".blamed{background:var(--page);box-shadow:inset 3px 0 var(--series-2);margin:.25rem 0}\n"
    ".blamed>code:first-child{color:var(--series-2);font-weight:600}\n"
    ".blamed p+code{color:var(--series-3);font-weight:600}\n"
    ".step pre{margin:0}\n"
    ".both table{width:100%;table-layout:fixed}\n"
    ".both th:first-child{width:3.5rem;text-align:right}\n"
    ".both td,.both thead th+th{text-align:left;white-space:normal}\n"
    ".both code{white-space:break-spaces}\n"
    ".both .now{background:var(--box);box-shadow:inset 3px 0 var(--series-2)}\n"
    ".any{color:var(--axis);border-bottom:1px dotted}\n"
    "mark{background:var(--series-2);color:var(--page);border-radius:2px;padding:0 .15rem}\n"
    "mark:empty{padding:0 .3rem}\n";

static const char narrow_and_print[] =
    "@media (max-width:40rem){.sides,dl{grid-template-columns:minmax(0,1fr)}dl{gap:0}"
    "dd{margin-bottom:.35rem}body{padding-top:1rem}h1{font-size:1.45rem}.facts th{width:6.5rem}"
    "figure>svg.wide{display:none}figure>svg.narrow{display:block}}\n"
    "@media print{:root{" LIGHT "}body{max-width:none;padding:0;font-size:10pt}"
    "h2{break-after:avoid;margin-top:1.5rem}h3{break-after:avoid}"
    "figure>svg.wide{display:block;max-width:16cm;margin:0 auto}figure>svg.narrow{display:none}"
    ".heat>svg.wide{max-width:12cm}figure,.facts,.step,"
    "tr{break-inside:avoid}section+section{break-before:page}"
    "figure{margin:1.25rem 0}.scroll{overflow:visible;max-height:none}"
    "figure details:not([open]),.tables:not([open]){display:none}"
    ".swatch,svg{-webkit-print-color-adjust:exact;print-color-adjust:exact}}\n";

void nf_html_style(struct nf_text *text)
{
    nf_text_string(text, colours);
    nf_text_string(text, screen);
    nf_text_string(text, story);
    nf_text_string(text, narrow_and_print);
    nf_text_string(text, nf_html_view_css);
}
