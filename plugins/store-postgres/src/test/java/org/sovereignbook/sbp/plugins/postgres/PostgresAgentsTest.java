package org.sovereignbook.sbp.plugins.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.agents.Roster;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.MemoryHolder;

/**
 * Where several calls are under way at once: what ends a caller's rights ends the call that runs.
 */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresAgentsTest {
  private static final String CLAIM = "task_claim";

  private final PostgresServer.Database server;
  @TempDir Path folder;
  private Ledger ledger;
  private String token = "";

  PostgresAgentsTest(PostgresServer.Database server) {
    this.server = server;
  }

  @BeforeEach
  void open() {
    Node node = Node.at(folder);
    KeyFile.save(node.disk(), node.home().keypair(), KeyPair.generate(node.random()), node.now());
    node.writeJson(
        node.home().schedulerConfig(),
        JsonObject.builder().put("store", server.withTables()).build());
    ledger = Ledger.open(node, new PostgresLedgerProvider(Map.of()).open(node));
    Agents.ensureOfTheNode(ledger, Component.names(Component.Trait.AGENT));
    owner((tx, caller) -> Registration.usual("coder", AgentType.CUSTOM).register(tx, caller));
    token =
        owner(
                (tx, caller) ->
                    Tokens.issue(
                        tx, caller, Agents.named(tx, "coder"), Globs.ALL, Optional.empty()))
            .secret();
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  private <T> T owner(Permissions.Work<T> work) {
    return Permissions.run(ledger, call("agent_token", Optional.empty()), work);
  }

  private static ToolCall call(String tool, Optional<String> token) {
    return new ToolCall(tool, JsonObject.empty(), "command", Optional.empty(), token);
  }

  /** A call that keeps a text, while which something happens to its caller. */
  private void during(String code, Permissions.Work<?> change) {
    assertThatThrownBy(
            () ->
                Permissions.run(
                    ledger,
                    call(CLAIM, Optional.of(token)),
                    (tx, caller) -> {
                      String kept = tx.keep(Subject.task("t1"), "result", "done");
                      owner(change);
                      return kept;
                    }))
        .isInstanceOfSatisfying(SocietyException.class, e -> assertThat(e.code()).isEqualTo(code));
    assertThat(ledger.<Boolean>read(tx -> tx.exists("SELECT 1 FROM content"))).isFalse();
    assertThat(
            ledger.<String>read(
                tx ->
                    tx.first(
                            "SELECT decision FROM audit WHERE tool = ? ORDER BY seq DESC",
                            row -> row.text(1),
                            CLAIM)
                        .orElseThrow()))
        .isEqualTo("deny");
  }

  @Test
  void aCallWhoseTokenIsRevokedMeanwhileComesToNothing() {
    during(
        "unauthorized",
        (tx, caller) -> {
          Tokens.revokeAll(tx, caller, Agents.named(tx, "coder"));
          return true;
        });
  }

  @Test
  void aCallWhoseAgentIsSuspendedMeanwhileComesToNothing() {
    owner((tx, caller) -> Lifecycle.activate(tx, caller, Agents.named(tx, "coder"), "test"));
    during(
        "capability_denied",
        (tx, caller) -> Lifecycle.suspend(tx, caller, Agents.named(tx, "coder"), "test"));
  }

  @Test
  void aCallWhoseToolIsTakenAwayMeanwhileComesToNothing() {
    owner((tx, caller) -> Lifecycle.activate(tx, caller, Agents.named(tx, "coder"), "test"));
    during(
        "capability_denied",
        (tx, caller) ->
            Roster.declare(
                tx, caller, Agents.named(tx, "coder"), Capabilities.ofTools(Globs.of("mail_*"))));
  }

  @Test
  void aCallOfMemoryWhoseMembershipEndsMeanwhileComesToNothing() {
    owner((tx, caller) -> Groups.create(tx, caller, "team", "Team", JsonObject.empty()));
    Permissions.Work<?> join =
        (tx, caller) ->
            Groups.add(
                tx,
                caller,
                "team",
                MemoryHolder.of(tx, Agents.named(tx, "coder").principal()),
                GroupRole.MEMBER);
    owner(join);
    ToolCall write = call("memory_write_warm", Optional.of(token));
    ItemDraft draft =
        ItemDraft.of(ItemType.NOTE, JsonObject.builder().put("content", "late").build())
            .inGroup(Optional.of("team"));
    Permissions.Work<ItemWriter.Written> work =
        (tx, caller) -> new ItemWriter(tx).write(caller, draft);

    assertThatThrownBy(
            () ->
                Permissions.run(
                    ledger,
                    write,
                    (tx, caller) -> {
                      String kept = tx.keep(Subject.task("t1"), "result", "done");
                      owner(
                          (other, above) ->
                              Groups.remove(
                                  other,
                                  above,
                                  "team",
                                  MemoryHolder.of(
                                      other, Agents.named(other, "coder").principal())));
                      return kept;
                    }))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("not_member"));
    assertThat(count("content WHERE field = 'result'")).isZero();
    owner(join);
    assertThat(Permissions.run(ledger, write, work).outcome()).isEqualTo(ItemWriter.Effect.CREATED);
    assertThat(
            Permissions.<Boolean>run(
                ledger,
                call("memory_group_remove_member", Optional.of(token)),
                (tx, caller) ->
                    Groups.remove(tx, caller, "team", MemoryHolder.of(tx, caller.principal()))))
        .as("the call itself may end it")
        .isTrue();
  }

  @Test
  void aCallThatNobodyDisturbsIsKept() {
    String kept =
        Permissions.run(
            ledger,
            call(CLAIM, Optional.of(token)),
            (tx, caller) -> tx.keep(Subject.task("t1"), "result", "done"));
    assertThat(ledger.<Optional<String>>read(tx -> tx.text(kept))).contains("done");
  }

  /** As the machine on which the owner says yes, and the tick of another one, run it. */
  @Test
  void aCallThatTheOwnerHasApprovedIsDoneOnceThoughTwoMachinesRunItAtTheSameTime()
      throws Exception {
    JsonObject words =
        JsonObject.builder()
            .put(ToolCall.WORDS, JsonArray.ofStrings(List.of("shell", "ls")))
            .build();
    ToolCall call = new ToolCall("shell", words, "command", Optional.empty(), Optional.of(token));
    Permissions.Work<String> work = (tx, _) -> tx.keep(Subject.task(tx.newId()), "result", "done");
    assertThatThrownBy(() -> Permissions.run(ledger, call, work))
        .isInstanceOf(CapabilityDenied.class);
    ledger.run(
        tx -> {
          AccessRequests requests = new AccessRequests(tx);
          String id = requests.pending().getFirst().id();
          Authority owner = Authority.of(Principal.OWNER, "command");
          requests.answer(owner, id, AccessRequests.Answer.ONCE);
        });
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      AtomicReference<Future<String>> other = new AtomicReference<>();
      String _ =
          Permissions.run(
              ledger,
              call,
              (tx, caller) -> {
                other.set(threads.submit(() -> Permissions.run(ledger, call, work)));
                awaitOneThatWaits();
                return work.run(tx, caller);
              });
      assertThatThrownBy(() -> other.get().get()).hasCauseInstanceOf(CapabilityDenied.class);
    }
    assertThat(count("content WHERE field = 'result'")).isEqualTo(1);
    assertThat(count("audit WHERE decision = 'rerun'")).isEqualTo(1);
    assertThat(count("access_request")).isEqualTo(1);
  }

  private void awaitOneThatWaits() {
    while (count("pg_locks WHERE NOT granted") == 0) {
      Thread.onSpinWait();
    }
  }

  private long count(String which) {
    return ledger
        .<Optional<Long>>read(tx -> tx.first("SELECT COUNT(*) FROM " + which, row -> row.number(1)))
        .orElseThrow();
  }
}
