package org.sovereignbook.sbp.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.testing.TestKeys;

class OracleTest {
  private static final Endpoint ALICE = Endpoint.parse("https://n0.example");
  private static final String READER = "reader-preprocess";

  private static final Set<String> JUDGES = Set.of("Oracle.java", "SocietyOracle.java");

  private static final String SOURCES =
      "testkit/src/main/java/org/sovereignbook/sbp/testkit/simulation";

  private Instant now = Instant.parse("2026-03-17T12:00:00Z");
  private Duration aheadBy = Duration.ZERO;
  private final Oracle oracle = new Oracle(() -> now);
  private final Node alice = new Node(0, TestKeys.alice());
  private final Node bob = new Node(1, TestKeys.bob());

  /** A machine with the files that a test puts there. */
  private final class Node implements Judge.Machine {
    private final int index;
    private boolean isFull;
    private final Map<String, byte[]> files = new HashMap<>();

    /** Answers to queries, by the last table that they name. */
    private final Map<String, List<Map<String, String>>> rows = new HashMap<>();

    Node(int index, KeyPair keys) {
      this.index = index;
      put("runtime/identity/identity.json", "{\"public_key\":\"" + keys.publicKey() + "\"}");
    }

    void put(String file, String text) {
      files.put(file, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int index() {
      return index;
    }

    @Override
    public Map<String, byte[]> below(String folder) {
      Map<String, byte[]> below = new TreeMap<>(files);
      below.keySet().removeIf(name -> !folder.isEmpty() && !name.startsWith(folder + "/"));
      return below;
    }

    @Override
    public Optional<byte[]> file(String name) {
      return Optional.ofNullable(files.get(name));
    }

    @Override
    public List<Map<String, String>> rows(String query) {
      return rows.getOrDefault(query.replaceAll("(?s).* FROM (\\w+).*", "$1"), List.of());
    }

    @Override
    public List<byte[]> databases() {
      return List.of();
    }

    @Override
    public Instant clock() {
      return now.plus(aheadBy);
    }

    @Override
    public boolean isRestored() {
      return false;
    }

    @Override
    public boolean isFaulty() {
      return isFull;
    }
  }

  private JsonObject direct(String text) {
    return Envelope.sign(
        Envelope.build(
            MessageType.DIRECT,
            Payloads.direct(text, Optional.empty(), Optional.empty()),
            TestKeys.alice().publicKey(),
            ALICE,
            TestKeys.bob().publicKey(),
            new Timestamp(now)),
        TestKeys.alice());
  }

  private static byte[] bytes(JsonObject json) {
    return JsonWriter.compact(json).getBytes(StandardCharsets.UTF_8);
  }

  private static String hash(JsonObject envelope) {
    return PlainJson.hash(PlainJson.object(bytes(envelope)).orElseThrow());
  }

  private static byte[] receipt(JsonObject envelope, String id) {
    return "{\"status\":\"accepted\",\"id\":\"%s\",\"hash\":\"%s\"}"
        .formatted(id, hash(envelope))
        .getBytes(StandardCharsets.UTF_8);
  }

  private void bobAccepts(JsonObject envelope, String id) {
    oracle.answered(bob, bytes(envelope), 202, receipt(envelope, id));
  }

  @Test
  void acceptsWhatIsInOrder() {
    JsonObject envelope = direct("token-1-0");
    oracle.posted(alice, "https://n1.example", bytes(envelope));
    bobAccepts(envelope, "a");
    bob.put("runtime/inbox/a.json", "{}");
    oracle.stepEnded(bob, READER, 0);
    bob.files.remove("runtime/inbox/a.json");
    bob.put("runtime/operational/seen-envelopes/2026-03-17.txt", hash(envelope) + " a\n");
    oracle.stepEnded(bob, READER, 0);

    assertThat(oracle.verdicts().violations()).isEmpty();
  }

  @Test
  void seesThatSomethingAcknowledgedIsGone() {
    bobAccepts(direct("hello"), "a");

    oracle.stepEnded(bob, READER, 0);

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("has lost a");
  }

  @Test
  void seesThatAnEnvelopeIsAcceptedTwice() {
    JsonObject envelope = direct("hello");
    bobAccepts(envelope, "a");
    bobAccepts(envelope, "b");

    assertThat(oracle.verdicts().violations())
        .singleElement()
        .asString()
        .contains("accepted twice");
  }

  @Test
  void seesThatAForgedEnvelopeIsAccepted() {
    bobAccepts(direct("hello").with("timestamp", "2026-03-17T12:00:01Z"), "a");

    assertThat(oracle.verdicts().violations())
        .singleElement()
        .asString()
        .contains("only what is signed");
  }

  @Test
  void seesThatAStaleEnvelopeIsAccepted() {
    JsonObject envelope = direct("hello");
    now = now.plus(Duration.ofHours(49));
    bobAccepts(envelope, "a");

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("fresh");
  }

  @Test
  void seesThatABlockedSenderIsAccepted() {
    oracle.blocked(bob, TestKeys.alice().publicKey().toString(), true);
    now = now.plus(Duration.ofMinutes(1));
    bobAccepts(direct("hello"), "a");

    assertThat(oracle.verdicts().violations())
        .singleElement()
        .asString()
        .contains("blocked stays blocked");
  }

  @Test
  void seesThatAnAcknowledgedMessageIsSentAgain() {
    JsonObject envelope = direct("token-1-0");
    oracle.learned(alice, bytes(envelope), 202, receipt(envelope, "a"));
    now = now.plus(Duration.ofMinutes(1));
    oracle.posted(alice, "https://n1.example", bytes(direct("token-1-0")));

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("given twice");
  }

  @Test
  void toleratesTheSameEnvelopeAgainAfterACrashOnly() {
    JsonObject envelope = direct("token-1-0");
    oracle.learned(alice, bytes(envelope), 202, receipt(envelope, "a"));
    oracle.crashed(alice);
    oracle.posted(alice, "https://n1.example", bytes(envelope));

    assertThat(oracle.verdicts().violations()).isEmpty();
  }

  @Test
  void toleratesAnotherEnvelopeAfterAFullDiskOnlyIfTheFirstIsNotFreshAnyMore() {
    for (Duration ahead : List.of(Duration.ofDays(12), Duration.ofHours(-47), Duration.ZERO)) {
      assertThat(oracle.verdicts().violations()).isEmpty();
      String token = "token-1-" + Math.abs(ahead.toHours());
      JsonObject envelope = direct(token).with("timestamp", now.plus(ahead).toString());
      oracle.learned(alice, bytes(envelope), 202, receipt(envelope, "a"));
      alice.isFull = true;
      oracle.stepEnded(alice, "deliver", 1);
      alice.isFull = false;
      now = now.plus(Duration.ofMinutes(1));
      oracle.posted(alice, "https://n1.example", bytes(direct(token)));
    }

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("given twice");
  }

  @Test
  void excusesTheOwnerOfAGroupForARemovalThatABackupForgets() {
    oracle.society().member(alice, 9, true);
    oracle.society().member(alice, 9, false);
    oracle.restored(alice);
    oracle.society().noted(alice, "note-1-0;");
    oracle.society().has(9, Set.of("note-1-0;"));
    assertThat(oracle.verdicts().violations()).isEmpty();

    oracle.society().member(alice, 9, false);
    oracle.society().noted(alice, "note-2-0;");
    oracle.society().has(9, Set.of("note-2-0;"));

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("members only");
  }

  @Test
  void seesThatANodeWhoseStepHasFailedSaysThatAllIsWell() {
    oracle.stepEnded(alice, "deliver", 0);
    oracle.ticked(alice, () -> true);
    assertThat(oracle.verdicts().violations()).isEmpty();

    oracle.stepEnded(alice, "deliver", 1);
    oracle.ticked(alice, () -> false);
    oracle.ticked(alice, () -> true);

    assertThat(oracle.verdicts().violations()).hasSize(2).last().asString().contains("it says");
  }

  @Test
  void seesThatAMessageIsNowhereInTheEnd() {
    oracle.wrote(alice, 1, "token-1-0");

    oracle.end(List.of(alice, bob));

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("is nowhere");
  }

  @Test
  void seesThatAMessageIsShownTwice() {
    oracle.wrote(alice, 1, "token-1-0");
    bob.put("runtime/messages/k/1.json", "{\"body\":\"token-1-0\"}");
    bob.put("runtime/messages/k/2.json", "{\"body\":\"token-1-0\"}");

    oracle.end(List.of(alice, bob));

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("shown twice");
  }

  @Test
  void seesThatSomethingUnsignedIsKept() {
    bob.put("runtime/content/received/x.json", "{\"author_key\":\"x\",\"signature\":\"y\"}");

    oracle.end(List.of(alice, bob));

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("is believed");
  }

  @Test
  void seesThatAMailIsHandledTwice() {
    oracle.society().handled(bob, "mail 1");
    oracle.society().handled(bob, "mail 1");

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("handled twice");
  }

  @Test
  void seesTwoHoldersOfOneFenceAndAResultOfAnEarlierOne() {
    oracle.society().claimed(bob, "task", 1);
    oracle.society().claimed(bob, "task", 2);
    oracle.society().submitted(bob, "task", 2);
    assertThat(oracle.verdicts().violations()).isEmpty();

    oracle.society().claimed(bob, "task", 2);
    oracle.society().submitted(bob, "task", 1);

    assertThat(oracle.verdicts().violations())
        .satisfiesExactly(
            one -> assertThat(one).contains("one lease holder"),
            one -> assertThat(one).contains("the newest lease"));
  }

  @Test
  void seesThatATextOfAGroupIsWithOneWhoWasRemovedBefore() {
    oracle.society().member(alice, 1, true);
    oracle.society().noted(alice, "note-1-0;");
    oracle.society().member(alice, 1, false);
    oracle.society().noted(alice, "note-2-0;");
    bob.put("runtime/operational/digest.json", "note-1-0; and note-2-0;");

    oracle.end(List.of(alice, bob));

    assertThat(oracle.verdicts().violations())
        .singleElement()
        .asString()
        .contains("token=note-2-0;");
  }

  @Test
  void seesThatATextOfAGroupLeavesUnencrypted() {
    oracle.posted(alice, "https://n1.example", bytes(direct("see note-1-0;")));

    assertThat(oracle.verdicts().violations())
        .singleElement()
        .asString()
        .contains("only encrypted");
  }

  @Test
  void seesThatAHostileMemberReadsATextFromAfterItsRemoval() {
    oracle.society().member(alice, 9, true);
    oracle.society().noted(alice, "note-1-0;");
    oracle.society().member(alice, 9, false);
    oracle.society().noted(alice, "note-2-0;");
    oracle.society().has(9, Set.of("note-1-0;"));
    assertThat(oracle.verdicts().violations()).isEmpty();

    oracle.society().has(9, Set.of("note-2-0;"));

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("members only");
  }

  private JsonObject part(JsonObject payload) {
    return Envelope.sign(
        Envelope.build(
            MessageType.MEMORY,
            payload,
            TestKeys.alice().publicKey(),
            ALICE,
            TestKeys.bob().publicKey(),
            new Timestamp(now)),
        TestKeys.alice());
  }

  private void bobGoesBy(JsonObject list) {
    bob.rows.put(
        "shared_group",
        List.of(
            Map.of(
                "node", TestKeys.alice().publicKey().toString(),
                "name_there", "team",
                "serial", Long.toString(list.integer("serial").orElseThrow()),
                "document", list.toString())));
    oracle.stepEnded(bob, READER, 0);
  }

  @Test
  void seesAListThatItsOwnerHasNotSentAndOneThatIsOlder() {
    List<JsonObject> lists =
        Stream.of(3, 4).map(number -> JsonObject.empty().with("serial", number)).toList();
    for (JsonObject list : lists) {
      oracle.posted(
          alice,
          "https://n1.example",
          bytes(part(JsonObject.empty().with("version", 1).with("list", list))));
    }
    bobGoesBy(lists.getFirst());
    bobGoesBy(lists.getLast());
    assertThat(oracle.verdicts().violations()).isEmpty();

    bobGoesBy(lists.getFirst());
    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("an older one");

    bobGoesBy(JsonObject.empty().with("serial", 5));
    assertThat(oracle.verdicts().violations()).last().asString().contains("of a group's owner");
  }

  @Test
  void seesAnItemThatItsMemberHasNotSent() {
    oracle.posted(
        alice,
        "https://n1.example",
        bytes(
            part(
                JsonObject.empty()
                    .with("item", JsonObject.empty().with("id", "a").with("version_id", "1")))));
    String alices = TestKeys.alice().publicKey().toString();
    bob.rows.put(
        "shared_version",
        List.of(
            Map.of("id", "a", "version_id", "1", "node", alices),
            Map.of("id", "a", "version_id", "2", "node", alices)));

    oracle.end(List.of(alice, bob));

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("version_id=2");
  }

  @Test
  void seesAReceiptOfSomebodyElseAndATextThatIsForged() {
    oracle.posted(alice, "https://n1.example", bytes(direct("token-1-0")));
    oracle
        .society()
        .acknowledges(
            AgentMail.localId(TestKeys.alice().publicKey(), "00112233445566778899aabbccddeeff"));
    alice.rows.put(
        "mail",
        List.of(
            Map.of("peer_id", "00112233445566778899aabbccddeeff"),
            Map.of("peer_id", "ffeeddccbbaa99887766554433221100")));
    alice.rows.put("content", List.of(Map.of("id", "x")));

    oracle.society().end(alice);

    assertThat(oracle.verdicts().violations())
        .anySatisfy(one -> assertThat(one).contains("its recipient's").contains("ffeeddcc"))
        .noneSatisfy(one -> assertThat(one).contains("its recipient's").contains("00112233"))
        .anySatisfy(one -> assertThat(one).contains("nothing forged"));
  }

  @Test
  void seesThatALineOfATrailIsChanged() {
    Map<String, String> first = line(1, "", "allow");
    Map<String, String> second = line(2, first.get("hash"), "deny");
    bob.rows.put("audit", List.of(first, second));
    bob.rows.put(
        "audit_chain",
        List.of(Map.of("trail", "own", "lane", "0", "number", "2", "hash", second.get("hash"))));
    oracle.society().end(bob);
    assertThat(oracle.verdicts().violations()).isEmpty();

    Map<String, String> changed = new TreeMap<>(first);
    changed.put("decision", "deny");
    bob.rows.put("audit", List.of(changed, second));
    oracle.society().end(bob);

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("of its row 1");
  }

  /** Returns a line as the program writes it. */
  private static Map<String, String> line(long number, String before, String decision) {
    JsonObject said =
        JsonObject.builder()
            .put("at_ms", number)
            .put("decision", decision)
            .put("trail", "own")
            .put("lane", 0)
            .put("number", number)
            .build();
    Map<String, String> row = new TreeMap<>();
    row.put("at_ms", Long.toString(number));
    row.put("decision", decision);
    row.put("trail", "own");
    row.put("lane", "0");
    row.put("number", Long.toString(number));
    row.put("agent", "null");
    row.put("seq", Long.toString(number));
    row.put("hash", ContentHash.of(said.with("before", before)).hex());
    return row;
  }

  @Test
  void seesThatAMailAndAnOfferNeverEndAndThatAChainIsBroken() {
    for (String table : List.of("mail", "offer", "task", "audit")) {
      bob.rows.put(table, List.of(Map.of("id", "x")));
    }

    oracle.end(List.of(alice, bob));

    assertThat(oracle.verdicts().violations()).hasSizeGreaterThanOrEqualTo(3);
  }

  @Test
  void seesThatAPrivateKeyLeaves() {
    alice.put("runtime/identity/keypair.json", "{\"private_key\":\"very-secret\"}");

    oracle.posted(alice, "https://n1.example", bytes(direct("it is very-secret")));

    assertThat(oracle.verdicts().violations())
        .singleElement()
        .asString()
        .contains("no secret leaves");
  }

  private static String peers(String name, boolean subscribed, boolean subscriber) {
    return "| name | subscribed | subscriber |\n|---|---|---|\n| %s | %s | %s |\n"
        .formatted(name, subscribed, subscriber);
  }

  @Test
  void seesThatASubscriptionCountsBeforeThePeerHasAgreed() {
    bob.put("runtime/peers.md", peers("n0", false, false));
    oracle.stepEnded(bob, READER, 0);
    alice.put("runtime/peers.md", peers("n1", true, false));
    oracle.stepEnded(alice, READER, 0);

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("has agreed");

    bob.put("runtime/peers.md", peers("n0", false, true));
    oracle.stepEnded(alice, READER, 0);
    assertThat(oracle.verdicts().violations()).hasSize(1);
  }

  @Test
  void seesThatARetiredKeyHasAnIdentityAgain() {
    bob.put("runtime/identity/retired-peers/sbp1-a.json", "{}");
    bob.put("runtime/identity/peers/sbp1-b.json", "{}");
    oracle.stepEnded(bob, READER, 0);
    assertThat(oracle.verdicts().violations()).isEmpty();

    bob.put("runtime/identity/peers/sbp1-a.json", "{}");
    oracle.stepEnded(bob, READER, 0);

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("come back");
  }

  @Test
  void seesThatARetiredKeyIsKnownAgain() {
    bob.put("runtime/identity/retired-peers/sbp1-a.json", "{\"public_key\":\"old\"}");
    for (String trust : List.of("unknown", "blocked", "known")) {
      assertThat(oracle.verdicts().violations()).isEmpty();
      bob.put(
          "runtime/peers.md",
          "| name | public_key | trust |\n|---|---|---|\n| n7 | old | %s |\n".formatted(trust));
      oracle.stepEnded(bob, READER, 0);
    }

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("come back");
  }

  @Test
  void seesThatAMessageFailedUnrefusedThoughTheClockWasAheadOnlyBeforeIt() {
    aheadBy = Duration.ofDays(12);
    oracle.stepEnded(alice, "deliver", 0);
    aheadBy = Duration.ZERO;
    now = now.plus(Duration.ofHours(1));
    oracle.wrote(alice, 1, "token-1-0");
    alice.put("runtime/outbox/failed/1.json", "{\"body\":\"token-1-0\"}");

    oracle.end(List.of(alice, bob));

    assertThat(oracle.verdicts().violations()).singleElement().asString().contains("has refused");
  }

  @Test
  void excusesAMessageThatFailedByAClockThatWasAheadAfterIt() {
    oracle.wrote(alice, 1, "token-1-0");
    now = now.plus(Duration.ofHours(1));
    aheadBy = Duration.ofDays(12);
    oracle.stepEnded(alice, "deliver", 0);
    alice.put("runtime/outbox/failed/1.json", "{\"body\":\"token-1-0\"}");

    oracle.end(List.of(alice, bob));

    assertThat(oracle.verdicts().violations()).isEmpty();
  }

  @Test
  void whatJudgesIsSmallEnoughToBeReadAtOnce() throws IOException {
    int lines = 0;
    for (Path source : sources()) {
      String text = Files.readString(source);
      boolean judges = text.contains("verdicts.check(") || text.contains("verdicts.none(");
      assertThat(judges).as(source.toString()).isEqualTo(JUDGES.contains(name(source)));
      lines += judges ? Math.toIntExact(text.lines().count()) : 0;
    }

    assertThat(lines).isBetween(1, 600);
  }

  private static String name(Path source) {
    return source.getFileName().toString();
  }

  private static List<Path> sources() throws IOException {
    Path folder = FaultsPutBackTest.CHECKOUT.resolve(SOURCES);
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
