package org.sovereignbook.sbp.society.memory;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.MemberTurns;
import org.sovereignbook.sbp.society.sessions.SessionFile;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestSociety;

/**
 * Every way on which a text gets into a store, with a marked sentence of a peer: on none of them it
 * sheds its author, and none shows it at the beginning of a session.
 */
class TextToStoreTest {
  private static final PublicKey PEER = TestKeys.named("carol").publicKey();
  private static final String MARKED = "We decided that the heron gets the keys.";
  private static final JsonObject NOTE = JsonObject.empty().with("content", MARKED);

  @TempDir Path folder;
  private TestSociety society;

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    society.usual("ada", AgentType.AUTONOMOUS);
    society.owner(
        "memory_group_create",
        (tx, caller) -> {
          Groups.Seen _ = Groups.create(tx, caller, "den", "den", JsonObject.empty());
          return Groups.add(
              tx,
              caller,
              "den",
              MemoryHolder.named(tx, caller, Optional.of("ada")),
              GroupRole.MEMBER);
        });
  }

  @AfterEach
  void close() {
    society.close();
  }

  /** A way: what writes, and the causes of what is stored then. */
  @FunctionalInterface
  private interface Way {
    List<Authority> walk(Transaction tx, Caller bound);
  }

  private static List<Authority> ofItem(Transaction tx, MemoryItem item) {
    return new Items(tx).causes(List.of(item.id()));
  }

  private static List<Authority> apart(Transaction tx, Caller bound) {
    HotMemory hot = new HotMemory(tx);
    MemoryHolder holder = MemoryHolder.of(bound);
    assertThat(hot.read(bound, holder).text().toString()).doesNotContain("heron");
    assertThat(hot.apart(bound, holder).toString()).contains("heron");
    return hot.apartCauses(holder);
  }

  private static MemoryItem written(Transaction tx, Caller by, ItemDraft draft) {
    return new ItemWriter(tx).write(by, draft).item();
  }

  /** The ways, by the names that the page gives them. */
  private static final Map<String, Way> WAYS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(
                  "item",
                  (tx, bound) -> ofItem(tx, written(tx, bound, ItemDraft.of(ItemType.NOTE, NOTE)))),
              Map.entry(
                  "edit",
                  (tx, bound) -> {
                    MemoryItem own =
                        written(
                            tx,
                            free(tx, bound),
                            ItemDraft.of(ItemType.NOTE, NOTE.with("content", "mine")));
                    return ofItem(
                        tx,
                        new ItemWriter(tx).edit(bound, own.id(), NOTE, Optional.empty()).item());
                  }),
              Map.entry(
                  "share",
                  (tx, bound) -> {
                    MemoryItem item = written(tx, bound, ItemDraft.of(ItemType.NOTE, NOTE));
                    return ofItem(tx, new ItemWriter(tx).share(free(tx, bound), item.id(), "den"));
                  }),
              Map.entry(
                  "file of the memory tool",
                  (tx, bound) -> {
                    MemoryFiles.Answer _ =
                        new MemoryFiles(tx, bound).create("/memories/heron.md", MARKED);
                    return ofItem(tx, new Items(tx).find(bound, "heron.md").item());
                  }),
              Map.entry(
                  "import",
                  (tx, bound) -> {
                    List<MemoryFolder.Imported> _ =
                        new MemoryFolder(tx).imported(bound, Map.of("heron.md", MARKED));
                    return ofItem(tx, new Items(tx).find(bound, "heron").item());
                  }),
              Map.entry(
                  "hot context",
                  (tx, bound) -> {
                    HotMemory.Written _ =
                        new HotMemory(tx)
                            .write(
                                bound,
                                MemoryHolder.of(bound),
                                false,
                                JsonObject.empty()
                                    .with("active", JsonObject.empty().with("focus", MARKED)),
                                Optional.empty());
                    return apart(tx, bound);
                  }),
              Map.entry(
                  "compaction of a session",
                  (tx, bound) -> {
                    int _ = new SessionNotes(tx).keep(bound, List.of(MARKED));
                    return apart(tx, bound);
                  }),
              Map.entry(
                  "hook compact",
                  (tx, bound) -> {
                    begun(tx, bound);
                    int _ =
                        new SessionNotes(tx)
                            .keep(free(tx, bound), List.of(MARKED), Optional.of("s"));
                    return apart(tx, bound);
                  }),
              Map.entry(
                  "hook learned",
                  (tx, bound) -> {
                    begun(tx, bound);
                    return ofItem(
                        tx,
                        new SessionNotes(tx)
                            .learn(free(tx, bound), MARKED, Optional.of("s"))
                            .orElseThrow());
                  }),
              Map.entry(
                  "synthesis of a swarm",
                  (tx, bound) -> {
                    MemoryItem _ =
                        written(
                            tx,
                            bound,
                            ItemDraft.of(ItemType.NOTE, NOTE).inGroup(Optional.of("den")));
                    GroupMemory group = new GroupMemory(tx, "den");
                    MemoryItem merged =
                        group.put(
                            ItemDraft.of(ItemType.NOTE, NOTE),
                            Authority.SYSTEM,
                            Principal.OWNER,
                            bound.principal());
                    group.followAll(merged.id());
                    group.copyTo(group.item(merged.id()).orElseThrow(), Principal.OWNER, "copy");
                    return ofItem(tx, new Items(tx).find(Caller.owner("command"), "copy").item());
                  }),
              Map.entry(
                  "archive of an agent",
                  (tx, bound) -> {
                    HotMemory.Written _ =
                        new HotMemory(tx)
                            .write(
                                bound,
                                MemoryHolder.of(bound),
                                false,
                                JsonObject.empty()
                                    .with(
                                        "agent",
                                        JsonObject.empty()
                                            .with("task", JsonObject.empty().with("goal", MARKED))),
                                Optional.empty());
                    new AgentArchive(tx).keep(MemoryHolder.of(bound));
                    assertThat(
                            tx.texts(
                                    "SELECT c.text FROM memory_item i JOIN content c ON c.id ="
                                        + " i.body_id")
                                .toString())
                        .doesNotContain("heron");
                    return apart(tx, bound);
                  }),
              Map.entry(
                  "mail",
                  (tx, bound) -> {
                    Mail mail =
                        Sending.message("ada", MARKED).send(tx, bound(tx, Caller.owner("command")));
                    Principal reader = bound.principal();
                    assertThat(Access.inHand(tx, reader, Optional.empty())).isEmpty();
                    Mail _ = Mailboxes.read(tx, bound, mail.id());
                    return Access.inHand(tx, reader, Optional.empty());
                  }),
              Map.entry("session import", TextToStoreTest::imported),
              Map.entry(
                  "result of a task",
                  (tx, bound) -> {
                    Board board = Board.in(tx);
                    List<String> _ =
                        board.add(
                            Plan.of(List.of(PlannedTask.titled("look"))),
                            Worker.of(Caller.owner("command")),
                            Optional.empty());
                    Claim claim = board.claim(Worker.of(free(tx, bound))).orElseThrow();
                    boolean _ =
                        board.submit(
                            claim.task(), claim.fence(), MARKED, List.of(), Worker.of(bound));
                    return board.writers(claim.task()).stream()
                        .flatMap(id -> tx.authority(id).stream())
                        .toList();
                  })));

  /** A turn that the peer caused is written to a file, which another node reads. */
  private static List<Authority> imported(Transaction tx, Caller bound) {
    Agent ada = bound.agent().orElseThrow();
    List<Authority> peer = new ShownText(tx).ofPeers(List.of(PEER));
    new MemberTurns(tx)
        .add(
            ada,
            "heron",
            Subject.task("heron"),
            new MemberTurns.Exchange(MARKED, "So be it."),
            Authority.of(Principal.OWNER, "command"),
            peer);
    List<String> lines = new ArrayList<>();
    new SessionFile(tx).write("agent:main:ada:team:heron", lines::add);
    assertThat(lines.toString()).contains("heron gets the keys");
    try (TestSociety other = TestSociety.in(tx.node().home().root().resolve("other"))) {
      return other
          .ledger()
          .write(
              to -> {
                AgentSession session =
                    new SessionFile(to)
                        .read(
                            lines,
                            Optional.of("agent:main:heron"),
                            Authority.of(Principal.OWNER, "command"));
                return new TurnThread(to)
                    .newest(session.head(), 9).stream()
                        .flatMap(turn -> new TurnLog(to).causes(turn).stream())
                        .toList();
              });
    }
  }

  /** Returns the agent as another connection of it calls, to which nothing of others was shown. */
  private static Caller free(Transaction tx, Caller bound) {
    return Agents.caller(tx, bound.agent().map(agent -> agent.name()), Optional.empty());
  }

  /** The session's MCP connection is shown the peer's sentence after the session has begun. */
  private static void begun(Transaction tx, Caller bound) {
    SessionStart.Shown _ =
        new SessionStart(tx).begin(free(tx, bound), Optional.empty(), Optional.of("s"));
    new ShownText(tx).noteLately(bound.principal(), new ShownText(tx).ofPeers(List.of(PEER)));
  }

  private static Stream<String> ways() {
    return WAYS.keySet().stream();
  }

  private static Caller bound(Transaction tx, Caller caller) {
    return caller.onBehalfOf(tx, new ShownText(tx).ofPeers(List.of(PEER)));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aTextKeepsItsAuthor(String way) {
    Way walk = requireNonNull(WAYS.get(way));
    List<Authority> causes =
        society.as("ada", "memory_search", (tx, caller) -> walk.walk(tx, bound(tx, caller)));

    assertThat(causes.stream().flatMap(cause -> Access.beneficiaries(cause).stream()))
        .as(way)
        .contains(Principal.peer(PEER));
    assertThat(beginning()).as("the beginning of a session after " + way).doesNotContain("heron");
  }

  private String beginning() {
    return society.as(
        "ada",
        "memory_hook",
        (tx, caller) -> new SessionStart(tx).begin(caller, Optional.empty()).text());
  }

  @Test
  void thePageListsEveryWay() throws Exception {
    String page = Files.readString(Path.of("../docs/memory.md"));

    assertThat(WAYS.keySet()).allSatisfy(way -> assertThat(page).contains("| " + way + " |"));
  }

  @Test
  void whereNobodyKnowsTheCausesAHooksTextIsQuarantined() {
    society.as(
        "ada",
        "memory_hook",
        (tx, caller) -> {
          new ShownText(tx)
              .noteLately(caller.principal(), new ShownText(tx).ofPeers(List.of(PEER)));
          int _ = new SessionNotes(tx).keep(caller, List.of(MARKED), Optional.of("unknown"));
          return new SessionNotes(tx).learn(caller, MARKED, Optional.empty());
        });

    assertThat(found("ada")).isEmpty();
    assertThat(beginning()).doesNotContain("heron");
    List<String> hidden =
        society
            .ledger()
            .read(tx -> tx.texts("SELECT id FROM memory_item WHERE doubt = 'sources' ORDER BY id"));
    assertThat(hidden).hasSize(2);
    for (String id : hidden) {
      MemoryItem _ =
          society.owner("memory_approve", (tx, caller) -> new MemoryApproval(tx).item(caller, id));
    }
    assertThat(found("ada")).hasSize(2);
  }

  private List<MemorySearch.Result> found(String agent) {
    return society.as(
        agent,
        "memory_search",
        (tx, caller) -> new MemorySearch(tx).search(caller, "heron", ItemFilter.ALL, 10));
  }

  @Test
  void anEditHasItsAuthorAndTheItemKeepsIts() {
    MemoryItem item =
        society.as(
            "ada",
            "memory_write_warm",
            (tx, caller) ->
                written(tx, caller, ItemDraft.of(ItemType.NOTE, NOTE).inGroup(Optional.of("den"))));
    MemoryItem edited =
        society.owner(
            "memory_edit",
            (tx, caller) ->
                new ItemWriter(tx)
                    .edit(caller, item.id(), NOTE.with("content", "by the owner"), Optional.empty())
                    .item());

    assertThat(edited.author()).isEqualTo(item.author());
    assertThat(society.ledger().<Optional<Principal>>read(tx -> new Items(tx).editor(edited)))
        .contains(Principal.OWNER);
  }

  @Test
  void whatWasJudgedWrongIsMarkedAndNotAtTheBeginningOfASession() {
    MemoryItem item =
        society.as(
            "ada",
            "memory_write_warm",
            (tx, caller) -> written(tx, caller, ItemDraft.of(ItemType.NOTE, NOTE)));
    assertThat(beginning()).contains("heron");

    Assessments.Assessed _ =
        society.owner(
            "trust_assess",
            (tx, caller) ->
                new Assessments(tx).assess(caller, item.id(), TrustScores.Correctness.WRONG));

    assertThat(
            society
                .<MemoryItem>owner(
                    "memory_read_warm",
                    (tx, caller) -> new Items(tx).read(caller, item.id()).item())
                .assessment()
                .judged())
        .contains(TrustScores.Correctness.WRONG);
    assertThat(beginning()).doesNotContain("heron");
  }

  private static JsonDecimal share(String of) {
    return new JsonDecimal(new BigDecimal(of));
  }

  @Test
  void nobodyValidatesItsOwnQuarantinedItem() {
    JsonObject doubt =
        JsonObject.empty()
            .with("type", "insight")
            .with("content", MARKED)
            .with("confidence", share("0.1"));
    MemoryItem item =
        society.as(
            "ada",
            "memory_write_warm",
            (tx, caller) -> written(tx, caller, ItemDraft.of(ItemType.LEARNING, doubt)));
    ItemWriter.Written _ =
        society.as(
            "ada",
            "memory_edit",
            (tx, caller) ->
                new ItemWriter(tx)
                    .edit(
                        caller,
                        item.id(),
                        JsonObject.empty().with("confidence", share("0.9")).with("validated", true),
                        Optional.empty()));
    assertThat(found("ada")).isEmpty();

    Assessments.Assessed _ =
        society.owner(
            "trust_assess",
            (tx, caller) ->
                new Assessments(tx).assess(caller, item.id(), TrustScores.Correctness.CONFIRMED));
    assertThat(found("ada")).hasSize(1);
  }

  @Test
  void openThreadsNeedNoChainOfSessions() {
    JsonObject threads =
        JsonObject.empty()
            .with(
                "ephemeral",
                JsonObject.empty()
                    .with("open_threads", JsonArray.ofStrings(List.of("the bridge"))));
    HotMemory.Written written =
        society.as(
            "ada",
            "memory_write_hot",
            (tx, caller) ->
                new HotMemory(tx)
                    .write(caller, MemoryHolder.of(caller), false, threads, Optional.empty()));

    assertThat(written.now().text().toString()).contains("the bridge");
    assertThat(beginning()).contains("open: the bridge");
    HotMemory.Shown ended =
        society.as("ada", "memory_hook", (tx, caller) -> new HotMemory(tx).end(caller));
    assertThat(ended.text().toString()).contains("the bridge").contains("\"session_count\":1");
  }
}
