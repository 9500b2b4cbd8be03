package dev.fairlead.client.schema;

import com.networknt.schema.InputFormat;
import com.networknt.schema.serialization.NodeReader;
import dev.fairlead.protocol.rpc.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** Reads the schemas of schemas as all JSON is read here, in place of a mapper that would be loaded for them alone. */
final class TreeNodes implements NodeReader {

    @Override
    public JsonNode readTree(String content, InputFormat format) {
        return Json.parse(content);
    }

    @Override
    public JsonNode readTree(InputStream content, InputFormat format) {
        try {
            return Json.parse(new String(content.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
