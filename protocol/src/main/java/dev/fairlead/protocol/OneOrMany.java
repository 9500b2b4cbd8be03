package dev.fairlead.protocol;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Content that may be a block or an array of blocks. */
record OneOrMany(List<ContentBlock> blocks, boolean array) {

    static OneOrMany from(JsonNode json) {
        return json.isArray()
                ? new OneOrMany(json.valueStream().map(ContentBlock::from).toList(), true)
                : new OneOrMany(List.of(ContentBlock.from(json)), false);
    }

    JsonNode toJson() {
        if (!array && blocks.size() == 1) {
            return blocks.getFirst().toJson();
        }
        var json = JsonNodeFactory.instance.arrayNode();
        blocks.forEach(block -> json.add(block.toJson()));
        return json;
    }
}
