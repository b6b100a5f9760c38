package org.sovereignbook.sbp.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.ledger.AuditCheck;
import org.sovereignbook.sbp.authority.ledger.AuditCheck.Kind;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyFolder;
import org.sovereignbook.sbp.authority.ledger.Upkeep;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeThing;

/** Contract of the audit trail on every database, under all kinds of tampering. */
public abstract class AuditContract {
  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  @TempDir private Path folder;
  private Node node = Node.at(Path.of("."));
  private Authority stranger = OWNER;

  /** Configures a node so that its society is in a place of its own. */
  protected void prepare(Node fresh) {}

  protected abstract Database open(Node at);

  @BeforeEach
  void makeNode() {
    node = fresh("node");
    KeyPair keys = KeyPair.generate(node.random());
    KeyFile.save(node.disk(), node.home().keypair(), keys, node.now());
    node.made().look();
    stranger = Authority.of(Principal.peer(KeyPair.generate(node.random()).publicKey()), "mail");
  }

  private Node fresh(String name) {
    Node made =
        new Node(
            new NodeHome(folder.resolve(name)),
            LocalDisk.unsynced(),
            () -> NOW,
            new SecureRandom());
    prepare(made);
    return made;
  }

  private Ledger open() {
    return Ledger.open(node, open(node));
  }

  private static void decide(Ledger ledger, Authority by, int times) {
    for (int i = 0; i < times; i++) {
      JsonObject detail = JsonObject.empty().with("policy", i % 2);
      AuditRow row =
          new AuditRow(by, Optional.empty(), "task_add", JsonObject.empty(), true, "owner");
      ledger.run(tx -> tx.audit(row.because(detail, 7)));
    }
  }

  private static List<Kind> found(Ledger ledger, String... heads) {
    return AuditCheck.run(ledger, List.of(heads)).findings().stream()
        .map(AuditCheck.Finding::kind)
        .toList();
  }

  private static void tamper(Ledger ledger, String... statements) {
    ledger.run(
        tx -> {
          for (String statement : statements) {
            tx.script(statement);
          }
        });
  }

  /** Row in the middle, by its place in its chain. */
  private static final String FIFTH = "(SELECT MIN(seq) + 4 FROM audit)";

  @Test
  void whatIsAsItWasWrittenIsIntact() {
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 9);
      decide(ledger, stranger, 3);
      AuditCheck.AuditReport verdict = AuditCheck.run(ledger, List.of());
      assertThat(verdict.findings()).isEmpty();
      assertThat(verdict.rows()).isEqualTo(12);
      assertThat(verdict.heads()).isNotEmpty();
      assertThat(found(ledger, verdict.heads().toArray(String[]::new))).isEmpty();
    }
  }

  @Test
  void everyKindOfTamperingIsFound() {
    Map<String, Kind> tampering =
        Map.of(
            "DELETE FROM audit WHERE seq = " + FIFTH,
            Kind.MISSING,
            "UPDATE audit SET decision = 'deny' WHERE seq = " + FIFTH,
            Kind.ALTERED,
            "UPDATE audit SET principal = 'nobody at all' WHERE seq = " + FIFTH,
            Kind.ALTERED,
            "UPDATE audit SET hash = 'x' WHERE seq = " + FIFTH,
            Kind.ALTERED,
            "UPDATE audit SET trail = NULL WHERE seq = " + FIFTH,
            Kind.ADDED,
            "DELETE FROM audit WHERE seq = (SELECT MAX(seq) FROM audit)",
            Kind.CUT_OFF,
            "DELETE FROM audit WHERE seq = (SELECT MIN(seq) FROM audit)",
            Kind.MISSING,
            "DELETE FROM audit_detail",
            Kind.MISSING,
            "UPDATE audit_detail SET document = '{}'",
            Kind.ALTERED,
            "DELETE FROM audit_chain WHERE trail = 'own'",
            Kind.ALTERED);
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 9);
      tampering.forEach(
          (statement, kind) ->
              assertThat(foundAfter(ledger, statement)).as(statement).contains(kind));
      assertThat(found(ledger)).isEmpty();
    }
  }

  private static final class Undone extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Returns the problems found after a statement, which is rolled back afterwards. */
  private static List<Kind> foundAfter(Ledger ledger, String statement) {
    List<Kind> kinds = new ArrayList<>();
    assertThatThrownBy(
            () ->
                ledger.write(
                    tx -> {
                      tx.script(statement);
                      AuditCheck.in(tx, List.of())
                          .findings()
                          .forEach(found -> kinds.add(found.kind()));
                      throw new Undone();
                    }))
        .isInstanceOf(Undone.class);
    return kinds;
  }

  @Test
  void rowsThatChangedPlacesAreFound() {
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 9);
      tamper(
          ledger,
          "UPDATE audit SET number = -1 WHERE number = 4",
          "UPDATE audit SET number = 4 WHERE number = 6",
          "UPDATE audit SET number = 6 WHERE number = -1");
      assertThat(found(ledger)).contains(Kind.ALTERED);
    }
  }

  @Test
  void anEndThatWasCutOffWithTheChainsOwnEndIsFoundAfterMaintenanceAndByAHeadThatWasKept() {
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 9);
      String head = AuditCheck.run(ledger, List.of()).heads().getFirst();
      upkeep(ledger);
      String[] cutOff = {
        "DELETE FROM audit WHERE number > 7",
        "UPDATE audit_chain SET number = 7, hash = (SELECT hash FROM audit WHERE number = 7)"
            + " WHERE trail = 'own'"
      };
      tamper(ledger, cutOff);
      assertThat(found(ledger)).containsExactly(Kind.CUT_OFF);
      tamper(ledger, "DELETE FROM audit_anchor");
      node.disk().delete(node.home().auditEnds());
      assertThat(found(ledger)).contains(Kind.MISSING, Kind.CUT_OFF);
      node.disk().delete(node.home().auditEndsSigned());
      assertThat(found(ledger)).containsExactly(Kind.MISSING);
      node.disk().delete(node.home().madeThings());
      assertThat(found(ledger)).as("nothing here tells").isEmpty();
      assertThat(found(ledger, head)).containsExactly(Kind.CUT_OFF);
      decide(ledger, OWNER, 3);
      assertThat(found(ledger, head)).as("written on").containsExactly(Kind.ALTERED);
    }
  }

  /** Cuts off the trail as an attacker with write access and knowledge of its structure would. */
  private static void cutOffAt(Ledger ledger, int number) {
    tamper(
        ledger,
        "DELETE FROM audit WHERE number > " + number,
        "UPDATE audit_chain SET number = %1$d, hash = (SELECT hash FROM audit WHERE number = %1$d)"
                .formatted(number)
            + " WHERE trail = 'own'");
  }

  private String ends() {
    return node.readText(node.home().auditEnds()).orElse("");
  }

  @Test
  void theNewestRowsCannotBeCutOffOrWrittenAnewByWhoHasOnlyTheDatabase() {
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 9);
      String ends = ends();
      cutOffAt(ledger, 8);
      assertThat(found(ledger)).as("one row, a moment later").containsExactly(Kind.CUT_OFF);

      decide(ledger, Authority.of(Principal.OWNER, "mcp"), 1);
      node.writeText(node.home().auditEnds(), ends);
      assertThat(found(ledger)).as("another one in its place").containsExactly(Kind.ALTERED);
      decide(ledger, OWNER, 5);
      assertThat(found(ledger)).as("the chain that goes on").containsExactly(Kind.ALTERED);
      upkeep(ledger);
      decide(ledger, OWNER, 5);
      upkeep(ledger);
      assertThat(found(ledger)).as("maintenance hides nothing").containsExactly(Kind.ALTERED);
    }
  }

  @Test
  void aRowThatWasCutOffBetweenTwoMaintenancesStaysFoundAfterThem() {
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 9);
      upkeep(ledger);
      cutOffAt(ledger, 5);
      node.disk().delete(node.home().auditEnds());
      decide(ledger, Authority.of(Principal.OWNER, "mcp"), 9);
      upkeep(ledger);
      assertThat(found(ledger)).containsExactly(Kind.MISSING, Kind.ALTERED);
    }
  }

  @Test
  void theFileOfTheEndsCannotBeTakenAwayUnnoticedNorBegunAgain() {
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 9);
      cutOffAt(ledger, 5);
      node.disk().delete(node.home().auditEnds());
      assertThat(found(ledger)).containsExactly(Kind.MISSING);
      decide(ledger, OWNER, 5);
      upkeep(ledger);
      assertThat(found(ledger)).containsExactly(Kind.MISSING);
      node.made().accept(NodeThing.AUDIT_ENDS);
      Upkeep.sealAgain(ledger);
      assertThat(found(ledger)).isEmpty();
    }
  }

  @Test
  void aCrashBetweenARowAndItsSealOrInTheSealIsNoAlarm() {
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 3);
      String before = ends();
      decide(ledger, OWNER, 1);
      String after = ends();
      for (int length = before.length(); length <= after.length(); length++) {
        node.writeText(node.home().auditEnds(), after.substring(0, length));
        assertThat(found(ledger)).isEmpty();
      }
      node.writeText(node.home().auditEnds(), after.substring(0, after.length() - 40));
      decide(ledger, OWNER, 1);
      cutOffAt(ledger, 4);
      assertThat(found(ledger)).as("what comes after a torn line").containsExactly(Kind.CUT_OFF);
    }
  }

  @Test
  void anOlderDatabaseThatWasPutBackIsToldAndHowToGoOn() {
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 9);
      cutOffAt(ledger, 5);
      assertThat(AuditCheck.run(ledger, List.of()).findings())
          .singleElement()
          .satisfies(
              found ->
                  assertThat(found.what())
                      .contains("went on to row 9 and ends at 5", "sbp lost --accept audit-ends"));
      Upkeep.sealAgain(ledger);
      decide(ledger, OWNER, 5);
      assertThat(found(ledger)).isEmpty();
    }
  }

  @Test
  void aSealThatTheNodeHasNotMadeIsFound() {
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 3);
      node.writeText(
          node.home().auditEnds(), ends() + "own:0:99:" + "0".repeat(64) + " " + "0".repeat(64));
      assertThat(found(ledger)).containsExactly(Kind.UNSIGNED);
    }
  }

  @Test
  void maintenanceLeavesALineForEachChainAndSaysTheSame() {
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 30);
      upkeep(ledger);
      assertThat(ends().lines().filter(line -> !line.isBlank())).hasSize(1);
      cutOffAt(ledger, 20);
      tamper(ledger, "DELETE FROM audit_anchor");
      assertThat(found(ledger)).containsExactly(Kind.CUT_OFF);
    }
  }

  private static void age(Ledger ledger, Duration by, String which) {
    // As if they had been written then: hashes and all, which only the program can.
    ledger.run(tx -> tx.update("UPDATE audit SET at_ms = at_ms - ? WHERE " + which, by.toMillis()));
  }

  private Upkeep.Done upkeep(Ledger ledger) {
    return new Upkeep(ledger, config()).run();
  }

  private static Config config() {
    return new Config(
        Path.of("config"),
        JsonObject.empty().with("society", JsonObject.empty().with("max_peer_audit_rows", 7)));
  }

  @Test
  void whatRetentionLeavesIsVerifiedFromWhereItBegins() {
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 9);
      age(ledger, Duration.ofDays(100), "number <= 5");
      assertThat(upkeep(ledger).removed()).isEqualTo(5);
      assertThat(found(ledger)).as("what stays was not touched").isEmpty();

      tamper(ledger, "DELETE FROM audit WHERE number = 6");
      assertThat(found(ledger)).containsExactly(Kind.MISSING);
      tamper(ledger, "UPDATE audit_anchor SET number = 6, hash = '00' WHERE kind = 'cut'");
      assertThat(found(ledger)).as("only the node can cut").contains(Kind.UNSIGNED);
    }
  }

  @Test
  void grantsAreKeptForAYear() {
    try (Ledger ledger = open()) {
      for (String step : List.of("created", "used", "revoked")) {
        ledger.run(tx -> tx.audit(AuditRow.ofGrant(OWNER, "g1", step, "by command")));
      }
      age(ledger, Duration.ofDays(300), "number <= 2");
      age(ledger, Duration.ofDays(100), "number <= 1");
      assertThat(upkeep(ledger).removed()).isEqualTo(1);
    }
  }

  @Test
  void aClockThatWasWrongRemovesNothingYoungAndKeepsNothingForEver() {
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 9);
      age(ledger, Duration.ofDays(20_000), "number = 5");
      assertThat(upkeep(ledger).removed()).as("a row of 1971 among young ones").isZero();
      age(ledger, Duration.ofDays(-30_000), "number = 2");
      age(ledger, Duration.ofDays(100), "number <> 2 AND number <= 4");
      assertThat(upkeep(ledger).removed()).as("a row of 2108 among old ones").isEqualTo(5);
      assertThat(found(ledger)).isEmpty();
    }
  }

  @Test
  void strangersRowsAreBoundedHoweverFastTheyCome() {
    try (Ledger ledger = open()) {
      node.writeJson(
          node.home().schedulerConfig(),
          JsonObject.empty().with("society", JsonObject.empty().with("max_peer_audit_rows", 7)));
      decide(ledger, OWNER, 3);
      decide(ledger, stranger, 250);
      long rows =
          ledger
              .<Optional<Long>>read(
                  tx ->
                      tx.first(
                          "SELECT COUNT(*) FROM audit WHERE trail = 'strangers'",
                          row -> row.number(1)))
              .orElseThrow();
      assertThat(rows).isLessThan(14 + 8 * 100);
      assertThat(found(ledger)).isEmpty();
      assertThat(ledger.<Boolean>read(tx -> tx.exists("SELECT 1 FROM audit WHERE trail = 'own'")))
          .isTrue();
    }
  }

  @Test
  void manyWritersKeepOneTrail() throws Exception {
    try (Ledger _ = open()) {
      List<Callable<Boolean>> writers = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        writers.add(
            () -> {
              try (Ledger own = open()) {
                decide(own, OWNER, 20);
                return true;
              }
            });
      }
      try (ExecutorService all = Executors.newFixedThreadPool(6)) {
        for (Future<Boolean> one : all.invokeAll(writers)) {
          assertThat(one.get()).isTrue();
        }
      }
    }
    try (Ledger ledger = open()) {
      AuditCheck.AuditReport verdict = AuditCheck.run(ledger, List.of());
      assertThat(verdict.findings()).isEmpty();
      assertThat(verdict.rows()).isEqualTo(120);
    }
  }

  @Test
  void aTrailThatWasExportedAndImportedIsIntact() {
    SocietyFolder export = new SocietyFolder(folder.resolve("export"), Features.bundled());
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 5);
      upkeep(ledger);
    }
    try (Database database = open(node)) {
      export.write(database, true);
      export.read(database);
    }
    try (Ledger ledger = open()) {
      decide(ledger, OWNER, 2);
      assertThat(found(ledger)).isEmpty();
    }
  }

  @Test
  void noSecretIsInTheTrail() {
    String secret = node.readText(node.home().keypair()).orElseThrow();
    try (Ledger ledger = open()) {
      ledger.run(
          tx ->
              tx.audit(
                  new AuditRow(
                      OWNER,
                      Optional.empty(),
                      "mail_send",
                      JsonObject.empty().with("body", secret),
                      false,
                      "cannot act for " + secret.substring(secret.indexOf("private_key")))));
      String reason =
          ledger
              .<Optional<String>>read(
                  tx -> tx.first("SELECT reason FROM audit", row -> row.text(1)))
              .orElseThrow();
      assertThat(reason).contains("private key").doesNotContain("private_key");
    }
  }
}
