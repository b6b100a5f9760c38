package org.sovereignbook.sbp.testkit.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.StoredContent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MemberTurns;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.QueueMode;
import org.sovereignbook.sbp.society.sessions.SessionFile;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.ThreadCompaction;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnState;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestClock;

/** Contract of the agents ledger and the queue of messages, whose processes die at any commit. */
public abstract class SessionsContract {
  /** Takes back what version 47 added to the tables that version 35 makes anew. */
  private static final String WITHOUT_STEPS =
      """
      DROP TABLE agent_prompt;
      ALTER TABLE agent_call DROP COLUMN begun_ms;
      ALTER TABLE agent_call DROP COLUMN decision;
      ALTER TABLE agent_call DROP COLUMN reason;
      """;

  private static final String MAIN = "main";
  private static final Authority OWNER = Authority.of(Principal.OWNER, "command");
  private static final Authority WEB = Authority.of(Principal.webhook("shop"), "webhook");
  private static final LlmUsage USAGE = LlmUsage.tokens(10, 10);
  private static final int MOST_MOMENTS = 100;

  @TempDir private Path folder;
  private final TestClock clock = new TestClock();
  private JsonObject config = JsonObject.empty();
  private Node node;

  /** Opens the database in a process of its own. */
  protected abstract LedgerProvider provider();

  /**
   * Returns more of the node's configuration, such as the database's place; a new one each time.
   */
  protected JsonObject config() {
    return JsonObject.empty();
  }

  @BeforeEach
  void makeNode() {
    makeNode("node");
  }

  private void makeNode(String name) {
    config = config();
    node =
        new Node(
            new NodeHome(folder.resolve(name)), LocalDisk.unsynced(), clock, new SecureRandom());
    node.writeJson(node.home().schedulerConfig(), config);
    KeyFile.save(node.disk(), node.home().keypair(), KeyPair.generate(node.random()), node.now());
    node.writeText(node.home().ethos(), "I keep my word.\n");
    try (Ledger ledger = open()) {
      Agents.ensureOfTheNode(ledger, List.of(MAIN));
    }
  }

  private Ledger open() {
    return Ledger.open(node, provider().open(node));
  }

  private static SessionInput add(Ledger ledger, String label, String text, Authority by) {
    return ledger.write(
        tx ->
            new MessageQueue(tx)
                .add(
                    new MessageQueue.Posted(
                        label,
                        SessionInput.Source.HUMAN,
                        text,
                        Optional.of(QueueMode.FOLLOWUP),
                        Optional.empty(),
                        "chat",
                        "",
                        by)));
  }

  private static String token(Ledger ledger) {
    return ledger.write(
        tx ->
            Tokens.issue(
                    tx,
                    Caller.system(),
                    Agents.named(tx, MAIN),
                    Globs.ALL,
                    Optional.of(Duration.ofHours(1)),
                    new Tokens.Use(ProofRule.Purpose.TURN, "session"))
                .token()
                .id());
  }

  private static Optional<AgentTurn> take(Ledger ledger, String label, String token) {
    MessageQueue.Taking taking = ledger.write(tx -> new MessageQueue(tx).take(label, token));
    return taking instanceof MessageQueue.Taking.Started(MessageQueue.Begun begun)
        ? Optional.of(begun.turn())
        : Optional.empty();
  }

  private static AgentTurn answer(Ledger ledger, AgentTurn turn) {
    return ledger.write(tx -> new TurnLog(tx).complete(turn, "yes", USAGE));
  }

  private static AgentTurn turn(Ledger ledger, String label, String text) {
    SessionInput _ = add(ledger, label, text, OWNER);
    return answer(ledger, take(ledger, label, token(ledger)).orElseThrow());
  }

  private static SessionInput now(Ledger ledger, SessionInput input) {
    return ledger.read(tx -> new MessageQueue(tx).find(input.id()).orElseThrow());
  }

  private static List<AgentTurn> thread(Ledger ledger, String label) {
    return ledger.read(
        tx -> new TurnThread(tx).newest(new Sessions(tx).require(label).head(), 10_000));
  }

  private static String label(int number) {
    return Sessions.key(MAIN, "contract" + number);
  }

  private static List<String> aside(Ledger ledger) {
    return ledger.<List<String>>read(
        tx ->
            new SetAsides(tx)
                .all(SetAsides.ItemList.SESSION, 10).stream().map(SetAsideItem::id).toList());
  }

  @Test
  void aMessageThatCannotBeReadHoldsUpNoOther() {
    for (int bad = 0; bad < 3; bad++) {
      makeNode("unreadable" + bad);
      try (Ledger ledger = open()) {
        List<String> ids =
            Stream.of("a", "b", "c").map(text -> add(ledger, label(0), text, OWNER).id()).toList();
        String odd = ids.get(bad);
        ledger.run(tx -> tx.update("UPDATE agent_input SET source = 'odd' WHERE id = ?", odd));
        for (int i = 0; i < 2; i++) {
          AgentTurn turn = take(ledger, label(0), token(ledger)).orElseThrow();
          ledger.run(tx -> new TurnLog(tx).fail(turn, TurnState.FAILED, "enough"));
        }
        assertThat(aside(ledger)).containsExactly(odd);
        assertThat(
                ledger.<List<String>>read(
                    tx -> tx.texts("SELECT id FROM agent_input WHERE state = 'waiting'")))
            .containsExactly(odd);
      }
    }
  }

  @Test
  void anItemOfWhichTheDatabaseRefusesAValueHoldsUpNoOther() {
    List<String> items = List.of("a", "b", "c");
    for (String bad : items) {
      makeNode("refused" + bad);
      try (Ledger ledger = open()) {
        SessionInput _ = add(ledger, label(0), "hello", OWNER);
        Set<String> done = new HashSet<>();
        ledger.run(
            tx ->
                new SetAsides(tx)
                    .each(
                        SetAsides.ItemList.SESSION,
                        "test",
                        items,
                        item -> item,
                        item -> {
                          if (item.equals(bad)) {
                            tx.update("UPDATE agent_input SET mode = NULL");
                          }
                          done.add(item);
                        }));
        assertThat(done).hasSize(2).doesNotContain(bad);
        assertThat(aside(ledger)).containsExactly(bad);
      }
    }
  }

  @Test
  void aSessionIsForkedExportedAndImportedWithItsHashes() {
    try (Ledger ledger = open()) {
      AgentTurn first = turnWithCall(ledger);
      AgentTurn _ = turn(ledger, label(0), "two");
      AgentSession fork =
          ledger.write(
              tx ->
                  new Sessions(tx)
                      .fork(new Sessions(tx).require(label(0)), Optional.of(first.id()), OWNER));
      AgentTurn other = turn(ledger, fork.label(), "another two");
      assertThat(thread(ledger, fork.label()))
          .extracting(AgentTurn::id)
          .containsExactly(first.id(), other.id());
      assertThat(thread(ledger, label(0))).hasSize(2);
      assertThat(
              ledger.<List<AgentTurn>>read(
                  tx -> new TurnThread(tx).below(Optional.of(first.id()), label(0))))
          .hasSize(2);

      List<String> lines = new ArrayList<>();
      ledger.<Boolean>snapshot(
          tx -> {
            lines.clear();
            new SessionFile(tx).write(label(0), lines::add);
            return true;
          });
      AgentSession copy =
          ledger.write(tx -> new SessionFile(tx).read(lines, Optional.of(label(1)), OWNER));
      assertThat(thread(ledger, copy.label()))
          .extracting(turn -> turn.hash())
          .isEqualTo(thread(ledger, label(0)).stream().map(AgentTurn::hash).toList());
      // A turn that is here is known by its hash; its words in the file are not read.
      List<String> whole = List.copyOf(lines);
      String hash = thread(ledger, label(0)).getFirst().hash().orElseThrow();
      lines.replaceAll(line -> line.replace(hash, new StringBuilder(hash).reverse()));
      assertThat(lines).isNotEqualTo(whole);
      assertThatThrownBy(
              () ->
                  ledger.write(tx -> new SessionFile(tx).read(lines, Optional.of(label(2)), OWNER)))
          .isInstanceOf(SocietyException.class);
      assertThat(ledger.<Boolean>read(tx -> new Sessions(tx).find(label(2)).isPresent())).isFalse();
    }
  }

  private static AgentTurn turnWithCall(Ledger ledger) {
    SessionInput _ = add(ledger, label(0), "one", OWNER);
    AgentTurn turn = take(ledger, label(0), token(ledger)).orElseThrow();
    ledger.run(
        tx -> {
          TurnLog log = new TurnLog(tx);
          log.asks(
              turn, "I look", List.of(new ChatCall("c", "task_list", JsonObject.empty())), USAGE);
          log.intend(turn, 1);
          log.ended(turn, 1, new TurnLog.Ended(true, "none"));
          tx.update(
              "INSERT INTO agent_cause (turn, authority_id) VALUES (?, ?)",
              turn.id(),
              tx.keep(WEB));
        });
    return answer(ledger, turn);
  }

  private static String migration(String name) {
    return Resources.text("org/sovereignbook/sbp/authority/ledger/migrations/" + name + ".sql");
  }

  @Test
  void turnsStayWhenTheirTablesAreMadeAnew() {
    String script = migration("V35__lean_turns");
    TurnThread.Whole before;
    try (Ledger ledger = open()) {
      AgentTurn turn = turnWithCall(ledger);
      before = ledger.read(tx -> new TurnThread(tx).whole(turn));
    }
    try (Database database = provider().open(node)) {
      database.write(
          sql -> {
            sql.script(WITHOUT_STEPS);
            sql.script(
                sql.dialect() == Dialect.SQLITE
                    ? script
                    : script.substring(0, script.indexOf("-- only SQLITE")));
            sql.script(migration("V47__turn_steps"));
            return true;
          });
    }
    try (Ledger ledger = open()) {
      AgentTurn turn = thread(ledger, label(0)).getFirst();
      assertThat(ledger.<TurnThread.Whole>read(tx -> new TurnThread(tx).whole(turn)))
          .isEqualTo(before);
      assertThat(before.calls()).hasSize(1);
      assertThat(ledger.<List<Authority>>read(tx -> new TurnLog(tx).causes(turn))).contains(WEB);
      AgentTurn _ = turn(ledger, label(0), "two");
      assertThat(changed(ledger)).isEmpty();
    }
  }

  @Test
  void aChangedTextIsFoundAndAnErasedOneKeepsItsHashAlsoOnAnotherNode() {
    List<String> lines = new ArrayList<>();
    List<Optional<String>> hashes;
    try (Ledger ledger = open()) {
      AgentTurn first = turn(ledger, label(0), "one");
      AgentTurn second = turn(ledger, label(0), "two");
      assertThat(changed(ledger)).isEmpty();
      change(ledger, "one", "won");
      assertThat(changed(ledger)).contains(first.id());
      change(ledger, "won", "one");
      List<StoredContent> erased =
          ledger.erase(
              log ->
                  Stream.of(
                          new Subject("turn", second.id()),
                          new Subject("message", input(log.tx(), first)))
                      .flatMap(of -> log.contents(of).stream())
                      .toList(),
              OWNER);
      assertThat(erased).hasSize(2);
      assertThat(changed(ledger)).isEmpty();
      hashes = thread(ledger, label(0)).stream().map(AgentTurn::hash).toList();
      ledger.run(tx -> new SessionFile(tx).write(label(0), lines::add));
    }
    makeNode("other");
    try (Ledger ledger = open()) {
      AgentSession _ =
          ledger.write(tx -> new SessionFile(tx).read(lines, Optional.of(label(0)), OWNER));
      assertThat(thread(ledger, label(0))).extracting(AgentTurn::hash).isEqualTo(hashes);
      assertThat(changed(ledger)).isEmpty();
      assertThat(words(ledger)).containsExactly("(erased)", "yes", "two", "(erased)");
    }
  }

  private static String input(Transaction tx, AgentTurn of) {
    return tx.texts("SELECT id FROM agent_input WHERE turn = ?", of.id()).getFirst();
  }

  private static Optional<String> changed(Ledger ledger) {
    return ledger.read(
        tx -> new TurnThread(tx).changed(thread(ledger, label(0))).map(AgentTurn::id));
  }

  private static void change(Ledger ledger, String text, String to) {
    ledger.run(
        tx ->
            assertThat(tx.update("UPDATE content SET text = ? WHERE text = ?", to, text))
                .isEqualTo(1));
  }

  private static List<String> words(Ledger ledger) {
    return thread(ledger, label(0)).stream()
        .map(turn -> ledger.<TurnThread.Whole>read(tx -> new TurnThread(tx).whole(turn)))
        .flatMap(turn -> turn.messages().stream())
        .map(message -> message.text().orElse("(erased)"))
        .toList();
  }

  @Test
  void ofManyProcessesOneRunsASessionAndEachMessageIsAnsweredOnce() throws Exception {
    int sessions = 3;
    int messages = 8;
    List<SessionInput> sent = new ArrayList<>();
    try (Ledger ledger = open()) {
      for (int i = 0; i < sessions * messages; i++) {
        sent.add(add(ledger, label(i % sessions), "text " + i, i % 2 == 0 ? OWNER : WEB));
      }
    }
    try (ExecutorService processes = Executors.newFixedThreadPool(3)) {
      List<Future<Integer>> ran = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        ran.add(processes.submit(() -> answerAll(sessions)));
      }
      int turns = 0;
      for (Future<Integer> one : ran) {
        turns += one.get();
      }
      assertThat(turns).isEqualTo(sessions * messages);
    }
    try (Ledger ledger = open()) {
      assertThat(sent).allMatch(one -> now(ledger, one).state() == InputState.ANSWERED);
      for (int session = 0; session < sessions; session++) {
        List<AgentTurn> thread = thread(ledger, label(session));
        assertThat(thread).hasSize(messages);
        assertThat(ledger.<Optional<AgentTurn>>read(tx -> new TurnThread(tx).changed(thread)))
            .isEmpty();
      }
    }
  }

  private int answerAll(int sessions) {
    int turns = 0;
    try (Ledger ledger = open()) {
      String token = token(ledger);
      while (!ledger.<List<MessageQueue.Due>>read(tx -> new MessageQueue(tx).due()).isEmpty()) {
        for (int session = 0; session < sessions; session++) {
          Optional<AgentTurn> taken = take(ledger, label(session), token);
          if (taken.isPresent()) {
            AgentTurn _ = answer(ledger, taken.get());
            turns++;
          }
        }
      }
    }
    return turns;
  }

  @Test
  void aProcessThatDiesAtAnyCommitLosesNoMessageAndAnswersNoneTwice() {
    try (Ledger ledger = open()) {
      int moment = 0;
      while (dies(ledger, moment)) {
        moment++;
        assertThat(moment).isLessThan(MOST_MOMENTS);
      }
      assertThat(moment).isGreaterThan(10);
    }
  }

  /** Returns whether the process died before it had answered and compacted everything. */
  private boolean dies(Ledger ledger, int moment) {
    String label = label(moment);
    List<SessionInput> sent = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      sent.add(add(ledger, label, "long ".repeat(200) + i, i == 1 ? WEB : OWNER));
    }
    boolean hasDied = false;
    try (Ledger dying =
        Ledger.open(node, new CrashingDatabase(provider().open(node), CrashPoint.at(moment)))) {
      answerAndCompact(dying, label, "dead");
    } catch (SimulatedCrash e) {
      hasDied = true;
    }
    answerAndCompact(ledger, label, "living");
    assertThat(sent).allMatch(one -> now(ledger, one).state() == InputState.ANSWERED);
    assertThat(sent.stream().map(one -> now(ledger, one).taken().turn()).distinct()).hasSize(3);
    List<AgentTurn> thread = thread(ledger, label);
    assertThat(thread.stream().filter(turn -> turn.type() == AgentTurn.Type.NORMAL)).hasSize(3);
    assertThat(ledger.<Optional<AgentTurn>>read(tx -> new TurnThread(tx).changed(thread)))
        .isEmpty();
    Set<String> shown = new HashSet<>();
    TurnThread.Effective effective =
        ledger.read(tx -> new TurnThread(tx).effective(new Sessions(tx).require(label)));
    effective.turns().forEach(turn -> shown.add(turn.id()));
    assertThat(effective.summary()).isPresent();
    assertThat(shown.size()).isLessThan(3);
    return hasDied;
  }

  private static void answerAndCompact(Ledger ledger, String label, String token) {
    for (Optional<AgentTurn> taken = take(ledger, label, token);
        taken.isPresent();
        taken = take(ledger, label, token)) {
      AgentTurn _ = answer(ledger, taken.get());
    }
    Optional<AgentTurn> _ =
        ledger.<Optional<AgentTurn>>write(
            tx -> {
              ThreadCompaction compaction = new ThreadCompaction(tx);
              return compaction
                  .plan(new Sessions(tx).require(label), Optional.empty(), 300)
                  .flatMap(plan -> compaction.store(label, plan, "short", Optional.empty(), USAGE));
            });
  }

  @Test
  void anAbortedTurnIsNoHeadAndItsProcessLosesIt() {
    try (Ledger ledger = open()) {
      AgentTurn first = turn(ledger, label(0), "one");
      SessionInput sent = add(ledger, label(0), "two", OWNER);
      AgentTurn running = take(ledger, label(0), token(ledger)).orElseThrow();
      assertThat(ledger.<Boolean>write(tx -> new TurnLog(tx).beat(running))).isTrue();
      assertThat(ledger.<Boolean>write(tx -> new TurnLog(tx).askToAbort(running.id()))).isTrue();
      assertThat(ledger.<Boolean>write(tx -> new TurnLog(tx).beat(running))).isFalse();
      ledger.run(tx -> new TurnLog(tx).fail(running, TurnState.ABORTED, MessageQueue.ABORTED));
      assertThat(now(ledger, sent).state()).isEqualTo(InputState.REFUSED);
      assertThat(thread(ledger, label(0))).extracting(AgentTurn::id).containsExactly(first.id());
      assertThatThrownBy(() -> answer(ledger, running))
          .isInstanceOfSatisfying(
              SocietyException.class, e -> assertThat(e.code()).isEqualTo(TurnLog.LOST));
    }
  }

  @Test
  void aTurnThatFiveProcessesHaveLeftIsGivenUpAndTheNextMessageIsAnswered() {
    try (Ledger ledger = open()) {
      SessionInput deadly = add(ledger, label(0), "one", OWNER);
      SessionInput next = add(ledger, label(0), "two", OWNER);
      Set<String> turns = new HashSet<>();
      for (int process = 0; process < 5; process++) {
        String token = token(ledger);
        turns.add(take(ledger, label(0), token).orElseThrow().id());
        ledger.run(tx -> Tokens.revokeLeft(tx, token));
      }
      assertThat(turns).hasSize(1);
      assertThat(take(ledger, label(0), token(ledger))).isEmpty();
      assertThat(now(ledger, deadly).state()).isEqualTo(InputState.REFUSED);
      assertThat(now(ledger, deadly).why()).contains("its process ended");
      AgentTurn _ = answer(ledger, take(ledger, label(0), token(ledger)).orElseThrow());
      assertThat(now(ledger, next).state()).isEqualTo(InputState.ANSWERED);
      assertThat(thread(ledger, label(0))).hasSize(1);
    }
  }

  @Test
  void theTokenOfATurnLivesByItsHeartbeatAndEndsWhenAnotherProcessTakesTheTurn() {
    Duration minutes = Duration.ofMinutes(5);
    try (Ledger ledger = open()) {
      SessionInput _ = add(ledger, label(0), "one", OWNER);
      String dead = token(ledger);
      AgentTurn left = take(ledger, label(0), dead).orElseThrow();
      ledger.run(
          tx ->
              tx.update(
                  "UPDATE agent_token SET expires_ms = ? WHERE id = ?", tx.nowMs() + 60_000, dead));
      assertThat(isGoodFor(ledger, dead, minutes)).isFalse();
      assertThat(ledger.<Boolean>write(tx -> new TurnLog(tx).beat(left))).isTrue();
      assertThat(isGoodFor(ledger, dead, minutes)).isTrue();

      ledger.run(tx -> tx.update("UPDATE agent_turn SET beat_ms = 1"));
      String living = token(ledger);
      AgentTurn taken = take(ledger, label(0), living).orElseThrow();
      assertThat(taken.id()).isEqualTo(left.id());
      assertThat(isGoodFor(ledger, dead, Duration.ZERO)).isFalse();
      assertThat(ledger.<Boolean>write(tx -> new TurnLog(tx).beat(left))).isFalse();
      assertThat(isGoodFor(ledger, dead, Duration.ZERO)).isFalse();
      assertThat(isGoodFor(ledger, living, minutes)).isTrue();
    }
  }

  private static boolean isGoodFor(Ledger ledger, String token, Duration least) {
    return ledger.read(tx -> Tokens.isGoodFor(tx, token, least));
  }

  @Test
  void sessionsAreDueByTheirOldestMessage() {
    try (Ledger ledger = open()) {
      for (int i : new int[] {2, 0, 1, 0}) {
        SessionInput _ = add(ledger, label(i), "text", i == 1 ? WEB : OWNER);
      }
      List<MessageQueue.Due> due = ledger.read(tx -> new MessageQueue(tx).due());
      assertThat(due)
          .extracting(MessageQueue.Due::session)
          .containsExactly(label(2), label(0), label(1));
      assertThat(due)
          .extracting(MessageQueue.Due::principal)
          .containsExactly(
              Principal.OWNER.text(), Principal.OWNER.text(), Principal.webhook("shop").text());
    }
  }

  /** The table of earlier versions, with the turns of two members of one run. */
  private static final String TEAM_TURNS =
      """
      DROP INDEX agent_turn_unsealed;
      CREATE TABLE team_turn (
        number INTEGER PRIMARY KEY, run TEXT NOT NULL, name TEXT NOT NULL, task TEXT NOT NULL, attempt INTEGER NOT NULL,
        at_ms BIGINT NOT NULL, asked_id TEXT NOT NULL, answered_id TEXT NOT NULL);
      INSERT INTO team_run (id, file, state, started_ms, principal, authority_id)
        SELECT 'r', 'team.yaml', 'ended', 1, 'owner', MIN(id) FROM authority;
      INSERT INTO content (id, subject_kind, subject, field, sha256, bytes, text, at_ms)
        SELECT label || number, 'task', 't', 'x', '%s', 2, 'hi', 1 FROM
          (SELECT 'asked' AS label UNION SELECT 'answered') AS l,
          (SELECT 1 AS number UNION SELECT 2 UNION SELECT 11) AS n;
      INSERT INTO team_turn
        SELECT number, 'r', CASE WHEN number = 2 THEN 'b' ELSE 'a' END, 't', 1, 1790000000000 - number, 'asked' || number,
          'answered' || number
        FROM (SELECT 1 AS number UNION SELECT 2 UNION SELECT 11) AS n;
      INSERT INTO team_turn VALUES (12, 'gone', 'a', 't', 1, 5, 'asked1', 'answered1'), (13, 'r', 'a', 't', 1, 5, 'x', 'y');
      """
          .formatted(ContentHash.ofBytes("hi".getBytes(StandardCharsets.UTF_8)).hex());

  @Test
  void whatMembersOfTeamsHaveSaidBecomesTurnsWithHashes() {
    try (Ledger ledger = open()) {
      AgentTurn _ = turn(ledger, label(0), "one");
    }
    try (Database database = provider().open(node)) {
      String script =
          Resources.text("org/sovereignbook/sbp/authority/ledger/migrations/V33__member_turns.sql");
      database.write(
          sql -> {
            sql.script(TEAM_TURNS);
            sql.script(script);
            return true;
          });
    }
    try (Ledger ledger = open()) {
      MemberTurns.seal(ledger);
      List<AgentTurn> ofA = thread(ledger, "agent:main:a:team:r");
      assertThat(ofA).hasSize(2).allMatch(turn -> turn.hash().isPresent());
      assertThat(ofA.getLast().parent()).contains(ofA.getFirst().id());
      assertThat(thread(ledger, "agent:main:b:team:r")).hasSize(1);
      assertThat(ledger.<Optional<AgentTurn>>read(tx -> new TurnThread(tx).changed(ofA))).isEmpty();
      assertThat(
              ledger
                  .<TurnThread.Whole>read(tx -> new TurnThread(tx).whole(ofA.getFirst()))
                  .messages())
          .extracting(message -> message.role() + " " + message.text().orElse(""))
          .containsExactly("user hi", "assistant hi");
      // Such a session goes on as each other.
      AgentSession fork =
          ledger.write(
              tx ->
                  new Sessions(tx)
                      .fork(
                          new Sessions(tx).require("agent:main:a:team:r"),
                          Optional.empty(),
                          OWNER));
      ledger.run(
          tx ->
              tx.update("UPDATE agent_session SET agent = ? WHERE label = ?", MAIN, fork.label()));
      assertThat(thread(ledger, turn(ledger, fork.label(), "and now?").session())).hasSize(3);
    }
  }

  /** Sum in, sum out: whatever happens, each message ends exactly once. */
  @Test
  void everyMessageEndsExactlyOnceWhateverHappens() {
    Random random = new Random(7);
    try (Ledger ledger = open()) {
      List<SessionInput> sent = new ArrayList<>();
      Optional<AgentTurn> running = Optional.empty();
      for (int step = 0; step < 80; step++) {
        if (random.nextInt(3) == 0) {
          sent.add(add(ledger, label(0), "text " + step, random.nextBoolean() ? OWNER : WEB));
        } else if (running.isEmpty() || random.nextInt(4) == 0) {
          // Without a token that is valid, the process of the running turn counts as dead.
          running = take(ledger, label(0), "token" + step);
        } else {
          AgentTurn turn = running.get();
          switch (random.nextInt(3)) {
            case 0 -> {
              AgentTurn _ = answer(ledger, turn);
            }
            case 1 -> ledger.run(tx -> new TurnLog(tx).fail(turn, TurnState.FAILED, "no"));
            default -> ledger.run(tx -> new TurnLog(tx).release(turn));
          }
          running = Optional.empty();
        }
      }
      if (running.isPresent()) {
        AgentTurn _ = answer(ledger, running.get());
      }
      for (Optional<AgentTurn> taken = take(ledger, label(0), "last");
          taken.isPresent();
          taken = take(ledger, label(0), "last")) {
        AgentTurn _ = answer(ledger, taken.get());
      }
      assertThat(sent).allMatch(one -> now(ledger, one).state().isEnd());
      assertThat(
              sent.stream()
                  .map(one -> now(ledger, one))
                  .filter(one -> one.state() == InputState.ANSWERED)
                  .map(one -> one.taken().turn().orElseThrow()))
          .doesNotHaveDuplicates()
          .hasSameSizeAs(thread(ledger, label(0)));
    }
  }
}
