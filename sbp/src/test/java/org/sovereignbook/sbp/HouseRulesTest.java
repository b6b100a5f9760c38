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
 * Holds the architecture's floors and rules, and proves of every rule that it can fail: {@code
 * brokenhouse} breaks each of them once.
 */
class HouseRulesTest {
  private static final String HOUSE = "org.sovereignbook.sbp";
  private static final String BROKEN_HOUSE = HOUSE + ".brokenhouse";

  /**
   * A rule.
   *
   * @param offenders what it says of the broken house, all of it
   */
  private record Named(String sentence, ArchRule rule, List<String> offenders) {
    Named(String sentence, ArchRule rule, String... offenders) {
      this(sentence, rule, List.of(offenders));
    }
  }

  private static Stream<Named> rules(String house) {
    HouseRules rules = new HouseRules(house);
    return Stream.of(
        new Named(
            "everyRoomUsesOnlyLowerFloors",
            rules.everyRoomUsesOnlyLowerFloors(),
            "protocol is not below json",
            // No other room of its floor.
            "delivery is not below reader",
            // Nor the room that it is a part of.
            "cli is not below cli.service",
            "cellar.WithoutFloor is in no room"),
        new Named(
            "roomsAndTheirPartsAreFreeOfCycles",
            rules.roomsAreFreeOfCycles(),
            "Slice json",
            "Slice cli.service"),
        new Named(
            "pureRoomsDoNoInputOrOutput", rules.pureRoomsDoNoInputOrOutput(), "crypto.ReadsFile"),
        new Named("timeIsInjected", rules.timeIsInjected(), "store.ReadsClock"),
        new Named(
            "onlyTheCommandLinePrintsOrExits",
            rules.onlyTheCommandLinePrintsOrExits(),
            "server.Prints"),
        new Named(
            "noStaticFieldIsMutable", rules.noStaticFieldIsMutable(), "delivery.Remembers.count"),
        new Named(
            "jacksonStaysInJson", rules.libraryStaysIn("tools.jackson..", "json"), "UsesLibraries"),
        new Named(
            "snakeYamlStaysInYaml",
            rules.libraryStaysIn("org.snakeyaml..", "yaml"),
            "UsesLibraries"),
        new Named(
            "cronUtilsStaysInHooks",
            rules.libraryStaysIn("com.cronutils..", "hooks"),
            "UsesLibraries"),
        new Named(
            "bouncyCastleStaysInCrypto",
            rules.libraryStaysIn("org.bouncycastle..", "crypto"),
            "UsesLibraries"),
        new Named("jdbcStaysInSql", rules.libraryStaysIn("org.sqlite..", "sql"), "UsesLibraries"),
        new Named(
            "picocliStaysInTheCommandLine",
            rules.libraryStaysIn("picocli..", "cli"),
            "UsesLibraries"),
        new Named(
            "jlineStaysInTheCommandLine",
            rules.libraryStaysIn("org.jline..", "cli"),
            "UsesLibraries"),
        new Named("pf4jStaysInPlugin", rules.pf4jStaysInPlugin(), "UsesLibraries"),
        new Named(
            "onlyLowLevelBouncyCastleIsUsed",
            rules.onlyLowLevelBouncyCastleIsUsed(),
            "UsesLibraries"),
        new Named(
            "noToolComesPastTheChokePoint",
            rules.noToolComesPastTheChokePoint(),
            "UngatedTool comes past the choke point"),
        new Named(
            "everyTypeHasANameOfItsOwn",
            rules.everyTypeHasANameOfItsOwn(),
            "Remembers is in [",
            "Outcome is in ["),
        new Named(
            "noNestedTypeIsCalledAsAnotherRoomsType",
            rules.noNestedTypeIsCalledAsAnotherRoomsType(),
            "server.Prints$ReadsFile is called as a type of"),
        new Named("everyTypeIsUsed", rules.everyTypeIsUsed(), "store.ReadsClock is used by nobody"),
        new Named(
            "whatIsPublicIsForOtherRooms",
            rules.whatIsPublicIsForOtherRooms(),
            "server.Prints is public and used by its own room only"),
        new Named(
            "everySettingIsRead",
            rules.everySettingIsRead(),
            "IgnoredSettings.SPEED is read by nobody"),
        new Named(
            "everyPackageIsNullMarked",
            rules.everyPackageIsNullMarked(),
            "brokenhouse.server has no package-info"));
  }

  @TestFactory
  Stream<DynamicTest> theHouseKeepsEveryRule() {
    JavaClasses program =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(HOUSE);
    return rules(HOUSE)
        .map(named -> DynamicTest.dynamicTest(named.sentence(), () -> named.rule().check(program)));
  }

  @TestFactory
  Stream<DynamicTest> aBrokenHouseIsCaughtByEveryRule() {
    JavaClasses broken = new ClassFileImporter().importPackages(BROKEN_HOUSE);
    return rules(BROKEN_HOUSE)
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
            .withImportOption(location -> !location.contains("/brokenhouse/"))
            .importPackages(HOUSE);
    HouseRules.noTestSleeps().check(tests);
  }

  @Test
  void aSleepingTestIsCaught() {
    JavaClasses broken = new ClassFileImporter().importPackages(BROKEN_HOUSE);
    assertThatThrownBy(() -> HouseRules.noTestSleeps().check(broken))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("store.ReadsClock");
  }
}
