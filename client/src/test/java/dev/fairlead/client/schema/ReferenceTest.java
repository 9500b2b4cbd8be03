package dev.fairlead.client.schema;

import static dev.fairlead.client.schema.Schemas.check;
import static dev.fairlead.client.schema.Schemas.json;
import static dev.fairlead.client.schema.Schemas.reasonAgainst;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.fairlead.client.schema.Verdict.Invalid;
import dev.fairlead.client.schema.Verdict.Valid;
import dev.fairlead.testkit.Verifies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceTest {

    private static final String DRAFT_7 = "'$schema': 'http://json-schema.org/draft-07/schema#',";
    private static final String DRAFT_4 = "'$schema': 'http://json-schema.org/draft-04/schema#',";
    private static final String DRAFT_2019 = "'$schema': 'https://json-schema.org/draft/2019-09/schema',";

    @Nested
    class WithinTheDocument {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{'$ref': '#/$defs/a', '$defs': {'a': {'type': 'integer'}}}",
                    "{'$ref': '#a', '$defs': {'x': {'$anchor': 'a', 'type': 'integer'}}}",
                    "{'$dynamicRef': '#a', '$defs': {'x': {'$dynamicAnchor': 'a', 'type': 'integer'}}}",
                    "{'$dynamicRef': '#/$defs/a', '$defs': {'a': {'type': 'integer'}}}",
                    "{'$ref': '#/$defs/a~1b%25', '$defs': {'a/b%': {'type': 'integer'}}}",
                    "{'$id': 'https://a.example/root.json', '$ref': 'item.json',"
                            + "'$defs': {'x': {'$id': 'item.json', 'type': 'integer'}}}",
                    "{'$id': 'https://a.example/root.json', '$ref': 'https://a.example/dir/item.json#/$defs/y',"
                            + "'$defs': {'x': {'$id': 'dir/item.json', '$defs': {'y': {'type': 'integer'}}}}}",
                    "{'$id': 'urn:uuid:deadbeef-1234', '$ref': 'urn:uuid:deadbeef-1234#/$defs/a',"
                            + "'$defs': {'a': {'type': 'integer'}}}",
                    "{" + DRAFT_7 + "'$ref': '#/definitions/a', 'definitions': {'a': {'type': 'integer'}}}",
                    "{" + DRAFT_7 + "'$ref': '#a', 'definitions': {'x': {'$id': '#a', 'type': 'integer'}}}",
                    "{" + DRAFT_4 + "'allOf': [{'$ref': 'b.json'}], 'id': 'http://a.example/',"
                            + "'definitions': {'x': {'id': 'b.json', 'type': 'integer'}}}",
                    "{" + DRAFT_2019 + "'$ref': '#/$defs/a', '$defs': {'a': {'type': 'integer'}}}"
                })
        void aReferenceIsFollowed(String schema) {
            assertThat(check(schema, "1")).isInstanceOf(Valid.class);
            assertThat(check(schema, "'a'")).isInstanceOf(Invalid.class);
        }

        @Test
        void aSchemaMayReferToItself() {
            String schema = "{'type': 'object', 'properties': {'next': {'$ref': '#'}}, 'required': ['v']}";
            assertThat(check(schema, "{'v': 1, 'next': {'v': 2}}")).isInstanceOf(Valid.class);
            assertThat(check(schema, "{'v': 1, 'next': {}}")).isInstanceOf(Invalid.class);
            String recursive = "{" + DRAFT_2019 + "'type': 'object', 'additionalProperties': {'$recursiveRef': '#'}}";
            assertThat(check(recursive, "{'a': {'b': {}}}")).isInstanceOf(Valid.class);
            assertThat(check(recursive, "{'a': {'b': 1}}")).isInstanceOf(Invalid.class);
        }

        @Test
        void aSchemaMayReferToTheMetaSchemas() {
            for (String draft : List.of(
                    "https://json-schema.org/draft/2020-12/schema",
                    "https://json-schema.org/draft/2019-09/schema",
                    "http://json-schema.org/draft-07/schema#",
                    "http://json-schema.org/draft-04/schema")) {
                String schema = "{'properties': {'schema': {'$ref': '" + draft + "'}}}";
                assertThat(check(schema, "{'schema': {'type': 'string'}}")).isInstanceOf(Valid.class);
                assertThat(check(schema, "{'schema': {'type': 5}}")).isInstanceOf(Invalid.class);
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{'$ref': '#/$defs/missing'}",
                    "{'$ref': '#missing'}",
                    "{'$dynamicRef': '#missing'}",
                    "{'$dynamicRef': '#/$defs/missing'}",
                    "{'properties': {'a': {'$ref': '#/properties/b'}}}"
                })
        void aReferenceToNothingIsRefused(String schema) {
            assertThat(reasonAgainst(schema)).isNotBlank();
        }

        @Test
        void whatOnlyLooksLikeAReferenceIsNone() {
            assertThat(check("{'const': {'$ref': 'https://a.example/'}}", "{'$ref': 'https://a.example/'}"))
                    .isInstanceOf(Valid.class);
            assertThat(check("{'enum': [{'$ref': 'https://a.example/'}]}", "{'$ref': 'https://a.example/'}"))
                    .isInstanceOf(Valid.class);
            assertThat(check("{'default': {'$ref': 'https://a.example/'}, 'x-y': {'$ref': 'https://a.example/'}}", "1"))
                    .isInstanceOf(Valid.class);
            assertThat(check("{'properties': {'$ref': {'type': 'string'}}}", "{'$ref': 'https://a.example/'}"))
                    .isInstanceOf(Valid.class);
        }
    }

    @Nested
    class OutOfTheDocument {

        private final AtomicInteger hits = new AtomicInteger();
        private HttpServer canary;
        private String site;

        @TempDir
        private Path folder;

        @BeforeEach
        void startCanary() throws IOException {
            canary = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            canary.createContext("/", exchange -> {
                hits.incrementAndGet();
                exchange.sendResponseHeaders(200, -1);
                exchange.close();
            });
            canary.start();
            site = "http://localhost:" + canary.getAddress().getPort();
        }

        @AfterEach
        void stopCanary() {
            canary.stop(0);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{'$ref': 'SITE/a.json'}",
                    "{'$ref': 'SITE/a.json#/$defs/x'}",
                    "{'$dynamicRef': 'SITE/a.json#x'}",
                    "{'$id': 'SITE/root.json', '$ref': 'a.json'}",
                    "{'$id': 'SITE/root.json', '$dynamicRef': 'a.json#x'}",
                    "{'properties': {'a': {'items': {'$ref': 'SITE/a.json'}}}}",
                    "{'$defs': {'unused': {'$ref': 'SITE/a.json'}}}",
                    "{'x-kept': {'b': {'$ref': 'SITE/a.json'}}, '$ref': '#/x-kept/b'}",
                    "{'x-kept': {'b': {'$dynamicRef': 'SITE/a.json'}}, '$ref': '#/x-kept/b'}",
                    "{" + DRAFT_4 + "'id': 'SITE/root.json', 'allOf': [{'$ref': 'a.json'}]}",
                    "{" + DRAFT_7 + "'definitions': {'b': {'$id': 'SITE/b.json', 'allOf': [{'$ref': 'a.json'}]}}}",
                    "{" + DRAFT_2019 + "'$id': 'SITE/root.json', '$ref': 'a.yaml'}"
                })
        @Verifies({"A-37", "A-38"})
        void nothingIsFetched(String template) {
            String schema = template.replace("SITE", site);
            assertThat(reasonAgainst(schema))
                    .startsWith("refers to " + site + "/a.")
                    .endsWith("; external references are not fetched");
            assertThat(hits).hasValue(0);
        }

        @Test
        void anAddressThatIsOnlyANameIsNotFetched() {
            String schema = "{'$id': '" + site
                    + "/root.json', '$schema': 'https://json-schema.org/draft/2020-12/schema'," + "'$comment': '" + site
                    + "', 'type': 'string', 'format': 'uri', 'contentMediaType': '" + site + "'}";
            assertThat(check(schema, "'" + site + "/value'")).isInstanceOf(Valid.class);
            assertThat(reasonAgainst("{'$schema': '" + site + "/dialect'}")).contains(site);
            assertThat(hits).hasValue(0);
        }

        @Test
        void noFileIsRead() throws IOException {
            Path file = folder.resolve("a.json");
            Files.writeString(file, "{\"type\": \"integer\"}");
            for (String address : List.of(
                    file.toUri().toString(), "file:" + file, file.toString(), "jar:" + file.toUri() + "!/a.json")) {
                assertThat(reasonAgainst("{'$ref': '" + address + "'}"))
                        .contains("external references are not fetched");
                assertThat(reasonAgainst("{'$dynamicRef': '" + address + "#a'}"))
                        .contains("external references are not fetched");
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "classpath:draft-07/schema",
                    "resource:/draft-07/schema",
                    "classpath:jsv-messages.properties",
                    "https://json-schema.org/jsv-messages.properties",
                    "https://json-schema.org/draft/2020-12/../../jsv-messages.properties",
                    "https://json-schema.org/learn/examples/address.schema.json"
                })
        void noClasspathResourceIsReadButTheMetaSchemas(String address) {
            assertThat(reasonAgainst("{'$ref': '" + address + "'}")).contains("external references are not fetched");
            assertThat(reasonAgainst("{'x-a': {'$ref': '" + address + "'}, '$ref': '#/x-a'}"))
                    .contains("external references are not fetched");
        }

        @Test
        void anAddressThatCannotBeReadIsRefused() {
            assertThat(CompiledSchema.compile(json("{'$id': 'https://a.example/', '$ref': 'ht tp://[x'}")))
                    .isInstanceOf(SchemaCompilation.Unusable.class);
        }
    }
}
