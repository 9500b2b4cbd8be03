package dev.fairlead.rules;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The map of the modules, kept true. */
final class ArchitectureTest {

    /** Fewer classes than this mean that the rules looked at the wrong place, and passed for that reason. */
    private static final int FLOOR = 600;

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages("dev.fairlead");

    private static final DescribedPredicate<JavaClass> PROGRAMS = describe(
            "are programs",
            type -> resideInAnyPackage("dev.fairlead.bench..", "dev.fairlead.conformance..", "dev.fairlead.examples..")
                            .test(type)
                    || (resideInAPackage("dev.fairlead.cli..").test(type)
                            && outermost(type).getSimpleName().endsWith("Printer"))
                    || (resideInAPackage("dev.fairlead.testkit..").test(type)
                            && outermost(type)
                                    .tryGetMethod("main", String[].class)
                                    .isPresent()));

    @Test
    void theRulesSeeTheClasses() {
        assertThat(ALL.size()).isGreaterThanOrEqualTo(FLOOR);
    }

    @Test
    void packagesFormNoCycle() {
        check(slices().matching("dev.fairlead.(**)").should().beFreeOfCycles());
    }

    @Test
    void modulesCallOnlyDownwards() {
        check(layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .withOptionalLayers(true)
                .layer("protocol")
                .definedBy("dev.fairlead.protocol..")
                .layer("wire")
                .definedBy("dev.fairlead.wire..")
                .layer("client")
                .definedBy("dev.fairlead.client..")
                .layer("auth")
                .definedBy("dev.fairlead.auth..")
                .layer("store")
                .definedBy("dev.fairlead.store..")
                .layer("host")
                .definedBy("dev.fairlead.host..")
                .layer("agent")
                .definedBy("dev.fairlead.agent..")
                .layer("langchain4j")
                .definedBy("dev.fairlead.langchain4j..")
                .layer("console")
                .definedBy("dev.fairlead.console..")
                .layer("testkit")
                .definedBy("dev.fairlead.testkit..")
                .layer("cli")
                .definedBy("dev.fairlead.cli..")
                .layer("examples")
                .definedBy("dev.fairlead.examples..")
                .layer("bench")
                .definedBy("dev.fairlead.bench..")
                .layer("conformance")
                .definedBy("dev.fairlead.conformance..")
                .whereLayer("protocol")
                .mayNotAccessAnyLayer()
                .whereLayer("wire")
                .mayOnlyAccessLayers("protocol")
                .whereLayer("client")
                .mayOnlyAccessLayers("protocol", "wire")
                .whereLayer("auth")
                .mayOnlyAccessLayers("protocol", "wire", "store")
                .whereLayer("store")
                .mayNotAccessAnyLayer()
                .whereLayer("host")
                .mayOnlyAccessLayers("protocol", "wire", "client", "auth", "store")
                .whereLayer("agent")
                .mayOnlyAccessLayers("protocol", "wire", "client", "host")
                .whereLayer("langchain4j")
                .mayOnlyAccessLayers("protocol", "wire", "client", "host", "agent")
                .whereLayer("console")
                .mayOnlyAccessLayers("protocol", "wire", "client", "auth", "store", "host", "agent")
                .whereLayer("console")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("testkit")
                .mayOnlyAccessLayers("protocol", "wire")
                .whereLayer("cli")
                .mayOnlyAccessLayers(
                        "protocol", "wire", "client", "auth", "store", "host", "agent", "console", "testkit")
                .whereLayer("examples")
                .mayOnlyAccessLayers("protocol", "wire", "client", "auth", "store", "host", "agent", "testkit")
                .whereLayer("bench")
                .mayOnlyAccessLayers("protocol", "wire", "client", "testkit")
                .whereLayer("conformance")
                .mayOnlyAccessLayers("protocol", "wire", "client", "auth"));
    }

    @Test
    void theWireKnowsNoMcp() {
        check(noClasses()
                .that()
                .resideInAPackage("dev.fairlead.wire..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.fairlead.protocol"));
    }

    @Test
    void oauthIsKnownInOnePlace() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("dev.fairlead.auth..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.nimbusds.."));
    }

    @Test
    void langChain4jIsKnownInOnePlace() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages("dev.fairlead.langchain4j..", "dev.fairlead.bench.contenders..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.langchain4j.."));
    }

    @Test
    void thereIsOneJsonLibrary() {
        // The bridge to LangChain4j brings another one along, and passes it text.
        check(noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml.jackson.core..", "com.fasterxml.jackson.databind.."));
    }

    @Test
    void wordsAreDescribedWithoutAnnotations() {
        // Reading them takes longer, at every start, than all else that happens before a server is reached.
        check(noClasses()
                .that()
                .resideInAPackage("dev.fairlead.cli..")
                .should()
                .dependOnClassesThat(describe(
                        "are annotations of picocli",
                        type -> type.isAnnotation() && type.getPackageName().equals("picocli"))));
    }

    @Test
    void versionsDecideOnlyWhereAnEraIsChosenOrSpoken() {
        check(classes()
                .that()
                .haveFullyQualifiedName("dev.fairlead.protocol.Era")
                .or()
                .haveFullyQualifiedName("dev.fairlead.protocol.ProtocolVersion")
                .should()
                .onlyHaveDependentClassesThat()
                .resideInAnyPackage(
                        "dev.fairlead.protocol..",
                        "dev.fairlead.client",
                        "dev.fairlead.client.opening",
                        "dev.fairlead.client.peer",
                        "dev.fairlead.cli..",
                        "dev.fairlead.console.server",
                        "dev.fairlead.conformance",
                        "dev.fairlead.testkit.."));
    }

    @Test
    void modernAndLegacyDoNotKnowEachOther() {
        check(noClasses().that(called("Modern")).should().dependOnClassesThat(called("Legacy")));
        check(noClasses().that(called("Legacy")).should().dependOnClassesThat(called("Modern")));
    }

    @Test
    void noMethodLocksItsObject() {
        check(methods().should().notHaveModifier(JavaModifier.SYNCHRONIZED));
    }

    @Test
    void nobodySleeps() {
        DescribedPredicate<JavaAccess<?>> sleeping = describe(
                "sleep",
                access -> access.getName().equals("sleep")
                        && (access.getTargetOwner().isEquivalentTo(Thread.class)
                                || access.getTargetOwner().isEquivalentTo(TimeUnit.class)));
        check(noClasses().should().accessTargetWhere(sleeping));
    }

    @Test
    void onlyProgramsPrint() {
        // One looks at what others print, and gives the stream back as it was.
        var looksOn = describe("looks on", (JavaClass type) -> type.getName().equals("dev.fairlead.testkit.Overheard"));
        check(noClasses()
                .that(DescribedPredicate.not(PROGRAMS.or(looksOn)))
                .should()
                .accessField(System.class, "out"));
    }

    @Test
    void everyPackageIsNullMarked() {
        var unmarked = new TreeSet<String>();
        for (var type : ALL) {
            JavaPackage home = type.getPackage();
            if (!home.isAnnotatedWith(NullMarked.class)) {
                unmarked.add(home.getName());
            }
        }
        assertThat(unmarked).isEmpty();
    }

    @Test
    void theClientBlocksAndOnlyItsAsyncViewPromises() {
        var promises = Set.of(
                "java.util.concurrent.Future",
                "java.util.concurrent.CompletionStage",
                "java.util.concurrent.Flow$Publisher",
                "java.util.concurrent.Flow$Subscriber");
        check(classes()
                .that()
                .resideInAPackage("dev.fairlead.client..")
                .and(describe(
                        "are not the view",
                        type -> !outermost(type).getSimpleName().equals("AsyncView")))
                .should(new ShowOnly("no promise", type -> promises.stream().noneMatch(type::isAssignableTo))));
    }

    @Test
    void exportedSignaturesShowOfOtherLibrariesOnlyJsonNodes() {
        check(classes()
                .that(Exports.areExported())
                .and()
                .resideOutsideOfPackages( // There to be plugged into other libraries.
                        "dev.fairlead.host.metrics", "dev.fairlead.langchain4j")
                .should(new ShowOnly("the JDK, this library, JSON nodes and annotations", Exports::mayBeShown)));
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(ALL);
    }

    private static DescribedPredicate<JavaClass> called(String start) {
        return describe(
                "are called " + start + "*",
                type -> type.getPackageName().startsWith("dev.fairlead.")
                        && outermost(type).getSimpleName().startsWith(start));
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
    }
}
