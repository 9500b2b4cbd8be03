package dev.fairlead.host.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fairlead.host.config.AliasClaims.Lost;
import dev.fairlead.host.config.Dialect;
import dev.fairlead.host.config.Endpoint;
import dev.fairlead.host.config.Origin;
import dev.fairlead.host.config.Origin.Scope;
import dev.fairlead.host.config.ServerConfig;
import dev.fairlead.host.config.ToolRules;
import dev.fairlead.protocol.Tool;
import dev.fairlead.protocol.rpc.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogTest {
    private static Tool tool(String name) {
        return Tool.of(name, null, Json.object().put("type", "object"));
    }

    private static Listing listing(String... names) {
        return Listing.of(Stream.of(names).map(CatalogTest::tool).toArray(Tool[]::new));
    }

    private static List<String> names(Catalog catalog) {
        return catalog.tools().stream().map(OfferedTool::name).toList();
    }

    @Test
    void theNameOfAToolIsItsServerAndItself() {
        var catalog = Catalog.of(Map.of("files", listing("read", "write"), "git", listing("log")), Map.of());
        assertThat(names(catalog)).containsExactly("files__read", "files__write", "git__log");
        assertThat(catalog.tool("git__log").orElseThrow().server()).isEqualTo("git");
        assertThat(catalog.tool("git", "log")).isEqualTo(catalog.tool("git__log"));
        assertThat(catalog.tool("log")).isEmpty();
        assertThat(catalog.toolsCalled("log")).hasSize(1);
    }

    @Test
    void rulesSayWhatIsOfferedAndHow() {
        var rules = new ToolRules(
                List.of("read*", "stat"),
                List.of("*secret"),
                Map.of(
                        "read", new ToolRules.Rule(true, "look", Duration.ofSeconds(3)),
                        "stat", new ToolRules.Rule(false, null, null)));
        var catalog = Catalog.of(
                Map.of("files", listing("read", "read_secret", "readme", "stat", "write")), Map.of("files", rules));
        assertThat(names(catalog)).containsExactly("look", "files__readme");
        assertThat(catalog.tool("look").orElseThrow().timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(catalog.tool("files__stat").orElseThrow().enabled()).isFalse();
        assertThat(catalog.allTools()).hasSize(5);
    }

    @Test
    void anAliasBelongsToTheSameToolWhoeverIsConnected() {
        var wish = new ToolRules(List.of(), List.of(), Map.of("t", new ToolRules.Rule(true, "mine", null)));
        var rules = Map.of("a", wish, "b", wish);
        assertThat(names(Catalog.of(Map.of("a", listing("t"), "b", listing("t")), rules)))
                .containsExactly("mine", "b__t");
        assertThat(names(Catalog.of(Map.of("b", listing("t")), rules))).containsExactly("b__t");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a__t", "with space", "", "ünicode", "x__y"})
    void anAliasThatIsUnfitOrLooksLikeAUsualNameIsNotTaken(String alias) {
        var rules = new ToolRules(List.of(), List.of(), Map.of("t", new ToolRules.Rule(true, alias, null)));
        assertThat(names(Catalog.of(Map.of("b", listing("t")), Map.of("b", rules))))
                .containsExactly("b__t");
    }

    @Test
    void noProjectTakesAnAliasOfTheUsers() {
        var users = server("search-engine", Scope.USER, "search");
        var projects = server("aaa", Scope.PROJECT, "search");
        var others = server("bbb", Scope.PROJECT, "search");
        var listings = Map.of("search-engine", listing("t"), "aaa", listing("t"), "bbb", listing("t"));

        for (boolean agreed : List.of(true, false)) {
            for (var listed : List.of(listings, Map.of("aaa", listing("t")))) {
                var catalog = Catalog.of(listed, List.of(projects, others, users), config -> agreed);
                assertThat(catalog.tool("search").map(OfferedTool::server))
                        .as("agreed: %s, connected: %s", agreed, listed.keySet())
                        .isEqualTo(listed.size() > 1 ? Optional.of("search-engine") : Optional.empty());
                assertThat(catalog.tool("aaa__t")).isPresent();
                assertThat(catalog.lostAliases())
                        .isEqualTo(
                                agreed
                                        ? List.of(
                                                new Lost("aaa", "t", "search", "search-engine"),
                                                new Lost("bbb", "t", "search", "search-engine"))
                                        : List.of());
            }
        }
    }

    @Test
    void aServerOfAProjectHasNoAliasBeforeSomebodyAgreed() {
        var projects = List.of(server("aaa", Scope.PROJECT, "search"), server("bbb", Scope.PROJECT, "search"));
        var listings = Map.of("bbb", listing("t"));

        assertThat(names(Catalog.of(listings, projects, config -> false))).containsExactly("bbb__t");
        assertThat(names(Catalog.of(listings, projects, config -> config.name().equals("bbb"))))
                .containsExactly("search");
        assertThat(names(Catalog.of(listings, projects, config -> true)))
                .as("kept for the other one while that is away")
                .containsExactly("bbb__t");
    }

    private static ServerConfig server(String name, Scope scope, String alias) {
        return ServerConfig.builder(name, Endpoint.Command.of("x"))
                .tools(new ToolRules(List.of(), List.of(), Map.of("t", new ToolRules.Rule(true, alias, null))))
                .origin(new Origin(Path.of("fairlead.json"), 1, Dialect.FAIRLEAD, scope))
                .build();
    }

    @Test
    void nobodyCanForgeTheTailOfAnother() {
        var others = names(Catalog.of(Map.of("my~srv", listing("x", "y z")), Map.of()));
        assertThat(others).allMatch(name -> name.matches("my_srv__.*_[0-9a-f]{16}"));
        var forged =
                others.stream().map(name -> name.substring("my_srv__".length())).toArray(String[]::new);

        var catalog = Catalog.of(Map.of("my_srv", listing(forged), "my~srv", listing("x", "y z")), Map.of());

        assertThat(others)
                .allSatisfy(name ->
                        assertThat(catalog.tool(name).orElseThrow().server()).isEqualTo("my~srv"));
        assertThat(catalog.tools()).hasSize(4).extracting(OfferedTool::name).doesNotHaveDuplicates();
        // An alias cannot either, also where the name is so long that no double underscore is left in it.
        var longest = "s".repeat(60);
        var usual =
                names(Catalog.of(Map.of(longest, listing("tools")), Map.of())).getFirst();
        assertThat(usual).doesNotContain("__");
        assertThat(ToolRules.fitsAsAlias(usual)).isFalse();
        assertThat(ToolRules.fitsAsAlias(OfferedNames.hashed("a", "b"))).isFalse();
    }

    @Test
    void aToolThatIsListedTwiceIsOfferedOnce() {
        assertThat(names(Catalog.of(Map.of("a", listing("t", "t")), Map.of()))).containsExactly("a__t");
    }

    @Test
    void namesThatWouldLookTheSameAreKeptApart() {
        var catalog = Catalog.of(
                Map.of(
                        "a",
                        listing("b.c", "b c", "b_c", "a__b_c", "", "__b"),
                        "a__b",
                        listing("c"),
                        "a_",
                        listing("b")),
                Map.of());
        assertThat(names(catalog)).hasSize(8).doesNotHaveDuplicates();
    }

    @RepeatedTest(200)
    void everyNameFitsEveryModelAndBelongsToOneToolAlone(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var listings = new TreeMap<String, Listing>();
        for (int server = 0; server < 4; server++) {
            listings.put(
                    text(random),
                    listing(Stream.generate(() -> text(random)).limit(20).toArray(String[]::new)));
        }
        var catalog = Catalog.of(listings, Map.of());
        long different = listings.values().stream()
                .mapToLong(listing ->
                        listing.tools().stream().map(Tool::name).distinct().count())
                .sum();
        assertThat(catalog.tools())
                .as("seed %d", repetition.getCurrentRepetition())
                .hasSize((int) different);
        assertThat(names(catalog)).doesNotHaveDuplicates().allMatch(name -> name.matches("[A-Za-z0-9_-]{1,64}"));
        // Who else is connected changes no name.
        listings.forEach((server, listing) -> assertThat(new HashSet<>(names(catalog)))
                .containsAll(names(Catalog.of(Map.of(server, listing), Map.of()))));
        catalog.tools()
                .forEach(tool -> assertThat(Catalog.mayOffer(tool.server(), ToolRules.ALL, tool.name()))
                        .isTrue());
    }

    private static String text(Random random) {
        var alphabet = "ab_. -é😀";
        int length = 1 + (random.nextInt(10) == 0 ? random.nextInt(100) : random.nextInt(4));
        var text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString().isBlank() ? "x" : text.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "*, anything, true",
        "read, read, true",
        "read, reader, false",
        "re*d, read, true",
        "re*d, reads, false",
        "r?ad, read, true",
        "r?ad, rad, false",
        "*a*b*, xxaxxbxx, true",
        "*a*b, xxaxxbxx, false",
        "[a], a, false",
        "a.c, abc, false",
    })
    void patternsHaveTwoSpecialCharacters(String pattern, String name, boolean fits) {
        assertThat(Glob.matches(pattern, name)).isEqualTo(fits);
    }

    @Test
    void aNastyPatternIsDecidedQuickly() {
        assertThat(Glob.matches("*a".repeat(500) + "b", "a".repeat(5_000))).isFalse();
    }
}
