package dev.fairlead.host.trust;

import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Tools as servers send them. */
public final class Samples {
    private static final List<String> TEXTS = List.of("""
        {"name":"send_mail","title":"Send mail","description":"Sends a mail to people. Ask first.",
         "inputSchema":{"type":"object","required":["to","text"],"additionalProperties":false,"properties":{
           "to":{"type":"array","items":{"type":"string","format":"email"},"minItems":1,"maxItems":10},
           "text":{"type":"string","maxLength":10000,"description":"What to say"},
           "urgent":{"type":"boolean","default":false},
           "factor":{"type":"number","minimum":0.5,"multipleOf":1.0,"examples":[1,1.0,1e2,null]}}},
         "outputSchema":{"type":"object","properties":{"id":{"type":["string","null"]}}},
         "annotations":{"title":"Mail","readOnlyHint":false,"destructiveHint":true,"x-cost":{"cents":3}},
         "icons":[{"src":"https://example.com/a.png","mimeType":"image/png","sizes":["48x48","any"],"x-alt":"a"},
                  {"src":"data:image/png;base64,AA==","theme":"dark","sizes":[]}],
         "execution":{"taskSupport":"optional","x-queue":7},
         "_meta":{"example.com/version":"1.2.3","nested":[[1,[2,{"deep":true}]],{}]},
         "x-vendor":{"price":1.50,"tags":["a","b"]},"x-null":null}\
        """, """
        {"name":"add","inputSchema":{"type":"object"}}\
        """, """
        {"name":"lies","description":"Grüße \\u200b zero width, caf\\u0065\\u0301, 漢字 😀",
         "inputSchema":{"type":"object","properties":{"a":{"enum":["x","y",3,null,[],{}]}},"$defs":{"b":true}},
         "annotations":{"readOnlyHint":true},"outputSchema":true}\
        """, """
        {"name":"odd","title":7,"description":null,"inputSchema":{},"annotations":"none","icons":[{"no":"src"}],
         "execution":{"taskSupport":null},"_meta":[],"outputSchema":{"minimum":-0.0,"maximum":12345678901234567890}}\
        """);

    private Samples() {}

    /** Returns how many there are. */
    public static int count() {
        return TEXTS.size();
    }

    /** Returns one of them as a server sends it. */
    public static ObjectNode json(int number) {
        return (ObjectNode) Json.parse(TEXTS.get(number));
    }

    static ToolDefinition definition(int number) {
        return ToolDefinition.of(Tool.from(json(number)));
    }

    /** Returns a tool of this name, described like this. */
    static ToolDefinition tool(String name, String description) {
        return ToolDefinition.of(Tool.of(name, description, Json.object().put("type", "object")));
    }

    static ObjectNode arguments() {
        return Json.object().put("a", 1);
    }
}
