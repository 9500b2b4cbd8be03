package dev.fairlead.client.schema;

import static dev.fairlead.client.schema.Schemas.JSON;
import static dev.fairlead.client.schema.Schemas.json;
import static dev.fairlead.client.schema.Schemas.ready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.client.schema.Verdict.Invalid;
import dev.fairlead.client.schema.Verdict.TooCostly;
import dev.fairlead.client.schema.Verdict.Valid;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ConcurrentChecksTest {

    private static final String SCHEMA = "{'type': 'object', 'required': ['id'], 'unevaluatedProperties':"
            + " false,'properties': {'id': {'$ref': '#/$defs/id'}, 'tags': {'items': {'pattern': '^[a-z]+$'},"
            + " 'uniqueItems': true},'child': {'$ref': '#'}}, '$defs': {'id': {'type': 'integer', 'minimum': 1}}}";

    @Test
    void oneSchemaServesThousandsOfThreads() throws InterruptedException, ExecutionException {
        CompiledSchema schema = ready(SCHEMA);
        JsonNode good = json("{'id': 1, 'tags': ['a', 'b'], 'child': {'id': 2}}");
        JsonNode bad = json("{'id': 1, 'tags': ['a', 'B'], 'child': {'id': 0}}");
        List<Future<Verdict>> verdicts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4_000; i++) {
                JsonNode value = i % 2 == 0 ? good : bad;
                verdicts.add(threads.submit(() -> schema.check(value)));
            }
        }
        Verdict expected = new Invalid(List.of(
                new Problem("/tags/1", "must match the pattern ^[a-z]+$"),
                new Problem("/child/id", "must be at least 1")));
        for (int i = 0; i < verdicts.size(); i++) {
            assertThat(verdicts.get(i).get()).isEqualTo(i % 2 == 0 ? new Valid() : expected);
        }
    }

    @Test
    void manySchemasAreCompiledAtOnce() throws InterruptedException, ExecutionException {
        List<Future<Verdict>> verdicts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 200; i++) {
                int bound = i;
                verdicts.add(threads.submit(() -> ready("{'$id': 'https://a.example/', '$ref': '#/$defs/a',"
                                + "'$defs': {'a': {'minimum': " + bound + "}}}")
                        .check(JSON.getNodeFactory().numberNode(100))));
            }
        }
        for (int i = 0; i < verdicts.size(); i++) {
            assertThat(verdicts.get(i).get()).isInstanceOf(i <= 100 ? Valid.class : Invalid.class);
        }
    }

    @Test
    void anAttackOnOneSchemaDoesNotChangeWhatAnotherSays() throws InterruptedException, ExecutionException {
        CompiledSchema hostile = ready("{'pattern': '^(a+)+$'}");
        CompiledSchema honest = ready(SCHEMA);
        JsonNode bait = json("'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Verdict>> attacks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                attacks.add(threads.submit(() -> hostile.check(bait)));
            }
            for (int i = 0; i < 200; i++) {
                assertThat(honest.check(json("{'id': 1}"))).isInstanceOf(Valid.class);
            }
            for (Future<Verdict> attack : attacks) {
                assertThat(attack.get()).isInstanceOf(TooCostly.class);
            }
        }
    }
}
