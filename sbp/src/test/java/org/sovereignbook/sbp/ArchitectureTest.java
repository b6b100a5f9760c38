package org.sovereignbook.sbp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks the rules of the architecture, and that each can fail: the packages below {@code broken}
 * violate each of them once.
 */
class ArchitectureTest {
  private static final String BASE = "org.sovereignbook.sbp";
  private static final String BROKEN = BASE + ".broken";

  /**
   * A rule.
   *
   * @param offenders what it says of the broken packages, all of it
   */
  private record Named(String sentence, ArchRule rule, List<String> offenders) {
    Named(String sentence, ArchRule rule, String... offenders) {
      this(sentence, rule, List.of(offenders));
    }
  }

  private static Stream<Named> rules(String base) {
    ArchitectureRules rules = new ArchitectureRules(base);
    return Stream.of(
        new Named(
            "everyGroupUsesOnlyLowerGroups",
            rules.everyGroupUsesOnlyLowerGroups(),
            "cli is not below ops",
            "cellar.WithoutGroup is in no group"),
        new Named(
            "packagesAreFreeOfCycles",
            rules.packagesAreFreeOfCycles(),
            "Slice base.json",
            "Slice ops.service"),
        new Named(
            "purePackagesDoNoInputOrOutput",
            rules.purePackagesDoNoInputOrOutput(),
            "crypto.ReadsFile"),
        new Named("timeIsInjected", rules.timeIsInjected(), "store.ReadsClock"),
        new Named("waitsAreInjected", rules.waitsAreInjected(), "store.ReadsClock"),
        new Named(
            "onlyTheCommandLinePrintsOrExits",
            rules.onlyTheCommandLinePrintsOrExits(),
            "server.Prints"),
        new Named(
            "noStaticFieldIsMutable", rules.noStaticFieldIsMutable(), "delivery.Remembers.count"),
        new Named(
            "jacksonStaysInJson",
            rules.libraryStaysIn("tools.jackson..", "base.json"),
            "UsesLibraries"),
        new Named(
            "snakeYamlStaysInYaml",
            rules.libraryStaysIn("org.snakeyaml..", "base.yaml"),
            "UsesLibraries"),
        new Named(
            "cronUtilsStaysInHooks",
            rules.libraryStaysIn("com.cronutils..", "plugins.hooks"),
            "UsesLibraries"),
        new Named(
            "commonmarkStaysInMarkdown",
            rules.libraryStaysIn("org.commonmark..", "peer.markdown", "frontend"),
            "UsesLibraries"),
        new Named(
            "bouncyCastleStaysInCrypto",
            rules.libraryStaysIn("org.bouncycastle..", "base.crypto"),
            "UsesLibraries"),
        new Named(
            "jdbcStaysInSql",
            rules.libraryStaysIn("org.sqlite..", "authority.sql"),
            "UsesLibraries"),
        new Named(
            "picocliStaysInTheCommandLine",
            rules.libraryStaysIn("picocli..", "frontend", "ops", "cli", "plugins"),
            "UsesLibraries"),
        new Named(
            "jlineStaysInTheCommandLine",
            rules.libraryStaysIn("org.jline..", "frontend", "ops", "cli", "plugins"),
            "UsesLibraries"),
        new Named("pf4jStaysInPlugin", rules.pf4jStaysInPlugin(), "UsesLibraries"),
        new Named(
            "onlyLowLevelBouncyCastleIsUsed",
            rules.onlyLowLevelBouncyCastleIsUsed(),
            "UsesLibraries"),
        new Named(
            "noToolBypassesAuthorization",
            rules.noToolBypassesAuthorization(),
            "UngatedTool bypasses authorization"),
        new Named(
            "everyTypeHasANameOfItsOwn",
            rules.everyTypeHasANameOfItsOwn(),
            "Remembers is in [",
            "Outcome is in ["),
        new Named(
            "noNestedTypeHasTheNameOfAnotherPackagesType",
            rules.noNestedTypeHasTheNameOfAnotherPackagesType(),
            "server.Prints$ReadsFile is called as a type of"),
        new Named("everyTypeIsUsed", rules.everyTypeIsUsed(), "store.ReadsClock is used by nobody"),
        new Named(
            "publicTypesAreUsedByOtherPackages",
            rules.publicTypesAreUsedByOtherPackages(),
            "server.Prints is public and used by its own package only"),
        new Named(
            "everySettingIsRead",
            rules.everySettingIsRead(),
            "IgnoredSettings.SPEED is read by nobody"),
        new Named(
            "everyPackageIsNullMarked",
            rules.everyPackageIsNullMarked(),
            "broken.peer.server has no package-info"));
  }

  @TestFactory
  Stream<DynamicTest> theProgramKeepsEveryRule() {
    ImportOption isOfTheTests = location -> location.contains("/testkit/");
    JavaClasses program =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !isOfTheTests.includes(location))
            .importPackages(BASE);
    return rules(BASE)
        .map(named -> DynamicTest.dynamicTest(named.sentence(), () -> named.rule().check(program)));
  }

  @TestFactory
  Stream<DynamicTest> everyRuleCatchesItsViolation() {
    JavaClasses broken = new ClassFileImporter().importPackages(BROKEN);
    return rules(BROKEN)
        .map(
            named ->
                DynamicTest.dynamicTest(
                    named.sentence(),
                    () ->
                        assertThatThrownBy(() -> named.rule().check(broken))
                            .isInstanceOf(AssertionError.class)
                            .hasMessageContainingAll(named.offenders().toArray(String[]::new))));
  }

  @Test
  void noTestWaitsBySleeping() {
    JavaClasses tests =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/broken/"))
            .importPackages(BASE);
    ArchitectureRules.noTestSleeps().check(tests);
  }

  @Test
  void aSleepingTestIsCaught() {
    JavaClasses broken = new ClassFileImporter().importPackages(BROKEN);
    assertThatThrownBy(() -> ArchitectureRules.noTestSleeps().check(broken))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("store.ReadsClock");
  }
}
