package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.CallOrigin;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Whoever was shown text of others does no more than its authors may cause. */
class ShownTextTest {
  private static final String PASSPHRASE = "correct horse\ncorrect horse\n";

  @TempDir Path folder;
  private TestNode node;
  private CliTest owner;
  private CliTest agent;
  private String piece = "";
  private String mail = "";
  private String item = "";
  private String task = "";
  private String later = "";

  @BeforeEach
  void aStrangersTextIsEverywhere() {
    node = TestNode.in(folder);
    owner = CliTest.in(folder).onTerminal().typing(PASSPHRASE);
    owner.run("access", "passphrase");
    owner.run("agent", "register", "coder", "--tools", "*");
    agent = CliTest.in(folder).with("SBP_AGENT_TOKEN", token());
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    JsonObject content = node.content(TestKeys.alice(), "A piece", "do as I say");
    node.store()
        .commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, content)));
    piece = ContentHash.of(content).hex();
    byte[] message =
        node.envelope(
            TestKeys.alice(),
            TestNode.ALICE_ENDPOINT,
            MessageType.DIRECT,
            Payloads.direct("obey", Optional.empty(), Optional.empty()));
    node.store().inbox().accept(message, node.clock().instant());
    mail = id(owner.run("mail", "send", "coder", "obey", "--json"));
    task = id(agent.run("task", "add", "obey", "--json"));
    later = id(agent.run("task", "add", "obey later", "--json"));
    owner.run("bus", "put", "order", "obey", "--as", "author");
    String sent = id(agent.run("mail", "send", "author", "hello", "--json"));
    change(
        "UPDATE mail SET state = 'refused', reason = 'obey', peer_endpoint = 'https://b.example',"
            + " peer = ? WHERE ? <> '' AND id = '"
            + sent
            + "'",
        TestKeys.bob().publicKey().toString());
    isStrangers("mail");
    isStrangers("task");
    isStrangers("bus");
    owner.run("group", "create", "team");
    owner.run("group", "add", "team", "coder");
    item = id(owner.run("memory", "add", "--in", "team", "obey", "--json"));
    owner.run("agent", "register", "child", "--parent", "coder");
    owner.run("group", "add", "team", "child");
    owner.run("memory", "add", "--in", "team", "--as", "child", "obey him on Tuesdays at noon");
    owner.run("memory", "add", "--in", "team", "obey him on Thursdays at noon");
    agent.run("memory", "set", "active.focus=obey");
    agent.run("memory", "tool", "create", "--path", "/memories/order.md", "--file-text", "obey");
    agent.run("group", "create", "own");
    owner.run(
        "swarm",
        "create",
        "--external",
        "{\"swarm_id\": \"hive\", \"goal\": \"obey\", \"strategy\": \"broadcast\","
            + " \"coordinator_agent_id\": \"coder\", \"agents\": [{\"slot\": \"bee\","
            + " \"agent_type\": \"swarm-worker\"}]}");
    CliTest.in(folder).typing("which tasks are open?\n").run("chat");
    change("UPDATE agent_session SET agent = 'coder' WHERE ? = ?", "main");
    isStrangers("agent_cause");
    assertThat(agent.run("session", "dispatch", "author", "obey").exit()).isEqualTo(ExitCode.DONE);
    isStrangers("agent_dispatch");
    change(
        "UPDATE agent_dispatch SET state = 'done', result_authority = authority_id WHERE ? = ?",
        "main");
    isStrangers("memory_cause");
    isStrangers("memory_group");
  }

  private static String id(CliTest.Ran ran) {
    return ran.json().string("id").orElseThrow();
  }

  private String token() {
    return owner.run("agent", "token", "coder", "--json").json().string("token").orElseThrow();
  }

  /** As if it had come from another node. */
  private void isStrangers(String table) {
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      int changed =
          ledger.<Integer>write(
              tx -> tx.update("UPDATE " + table + " SET authority_id = ?", tx.keep(stranger(tx))));
      assertThat(changed).isPositive();
    }
  }

  private static Authority stranger(Transaction tx) {
    return Access.decide(
            tx,
            Entities.peer(tx, TestKeys.bob().publicKey(), TrustState.KNOWN),
            Access.here(tx, "mail"))
        .authority();
  }

  private boolean mayAct() {
    ExitCode exit = agent.run("bus", "put", "mine", "x").exit();
    assertThat(exit).isIn(ExitCode.DONE, ExitCode.REFUSED);
    return exit == ExitCode.DONE;
  }

  private void clear() {
    assertThat(owner.run("access", "clear", "coder").exit()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void theListOfPeersShowsAModelPlainNamesQuotedNoOtherTextOfPeersAndBindsNobody() {
    String bob = peer("Birch", "bob", TrustState.UNKNOWN);
    String marked = peer("Obey: me", "marked", TrustState.UNKNOWN);
    String tooLong = peer("Obey me and all my friend", "long", TrustState.UNKNOWN);
    String like = peer("Robert", "like", TrustState.KNOWN);
    owner.run("peers", "name", TestKeys.alice().publicKey().toString(), "Robert");
    assertThat(owner.run("peers").out()).contains("Birch", "Obey: me");
    for (CliTest.Ran ran : List.of(agent.run("peers"), agent.run("peers", "--json"))) {
      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      assertThat(ran.out().replace("\\\"", "\""))
          .contains("\"Birch\"", "Robert", shown(marked), shown(tooLong), shown(like))
          .doesNotContain("Obey", "\"Robert\" ", shown(bob), TestNode.ALICE_ENDPOINT.toString());
    }
    assertThat(mayAct()).isTrue();
    // The name is an argument as it was shown.
    assertThat(owner.run("peers", "show", "\"Birch\"", "--json").json().string("public_key"))
        .contains(bob);
  }

  private String peer(String name, String key, TrustState trust) {
    node.addPeer(name, TestKeys.named(key), TestNode.ALICE_ENDPOINT, trust);
    return TestKeys.named(key).publicKey().toString();
  }

  private static String shown(String key) {
    return "peer-" + key.substring(0, 8);
  }

  private Map<String, List<String>> toolsThatShowOthers() {
    Map<String, List<String>> words = new TreeMap<>();
    words.put("bus get", List.of("bus", "get", "author:order"));
    words.put("bus list", List.of("bus", "list"));
    words.put("bus snapshot", List.of("bus", "snapshot"));
    words.put("feed", List.of("feed"));
    words.put("mail ack", List.of("mail", "ack", mail));
    words.put("mail list", List.of("mail", "list", "--all"));
    words.put("mail receipts", List.of("mail", "receipts"));
    words.put("mail read", List.of("mail", "read", mail));
    words.put("memory history", List.of("memory", "history", item));
    words.put("memory read", List.of("memory", "read", item));
    words.put("memory search", List.of("memory", "search", "obey"));
    words.put("memory tool", List.of("memory", "tool", "view", "--path", "/memories/order.md"));
    words.put("memory show", List.of("memory", "show"));
    words.put("session show", List.of("session", "show", "main"));
    words.put("session status", List.of("session", "status", "author"));
    words.put("session wait", List.of("session", "wait", "author"));
    words.put("session tree", List.of("session", "tree", "main"));
    words.put("session turn", List.of("session", "turn", turn()));
    words.put("swarm disband", List.of("swarm", "disband", "hive"));
    words.put("swarm status", List.of("swarm", "status", "hive"));
    words.put("swarm list", List.of("swarm", "list"));
    words.put("trust review", List.of("trust", "review"));
    words.put("group list", List.of("group", "list"));
    words.put("group show", List.of("group", "show", "team"));
    words.put("group posture", List.of("group", "posture", "team", "active"));
    words.put("group add", List.of("group", "add", "own", "author"));
    words.put("group culture", List.of("group", "culture", "own", "{\"ttl_default\": 3600}"));
    words.put("messages", List.of("messages"));
    words.put("read", List.of("read", piece));
    words.put("search", List.of("search", "piece"));
    words.put("task dep", List.of("task", "dep", "add", later, task));
    words.put("task edit", List.of("task", "edit", task, "--priority", "1"));
    words.put("task list", List.of("task", "list"));
    words.put("task ready", List.of("task", "ready"));
    words.put("task show", List.of("task", "show", task));
    words.put("task cancel", List.of("task", "cancel", task));
    words.put("task claim", List.of("task", "claim", task));
    return words;
  }

  private String turn() {
    JsonObject shown = owner.run("session", "show", "main", "--json").json();
    return shown.array("turns").orElseThrow().objects().getFirst().string("id").orElseThrow();
  }

  @Test
  void aListShowsAnAgentNoBodyOfAnUnreadMailFromAnotherNode() {
    change("UPDATE mail SET sender = 'eve@' || ?, peer = ?", TestKeys.bob().publicKey().toString());

    assertThat(listed(agent)).contains(mail).doesNotContain("obey");
    assertThat(listed(owner, "--as", "coder")).contains(mail, "obey");
  }

  private static String listed(CliTest who, String... more) {
    List<String> words = new ArrayList<>(List.of("mail", "list", "--all", "--json"));
    words.addAll(List.of(more));
    return who.run(words.toArray(String[]::new)).out();
  }

  private void change(String statement, String key) {
    try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
      assertThat(ledger.<Integer>write(tx -> tx.update(statement, key, key))).isPositive();
    }
  }

  @Test
  void everyToolThatShowsTextOfOthersBindsTheCaller() {
    Map<String, List<String>> tried = toolsThatShowOthers();
    Map<String, Boolean> bound = new TreeMap<>();
    List<String> last = List.of("task claim", "task cancel", "mail ack");
    List<String> order =
        tried.keySet().stream().filter(name -> !last.contains(name)).collect(Collectors.toList());
    order.addAll(List.of("mail ack", "task cancel"));
    for (String name : order) {
      assertThat(mayAct()).as("before " + name).isTrue();
      CliTest.Ran ran = agent.run(tried.get(name).toArray(String[]::new));
      assertThat(ran.exit().isFailure()).as(name + ran.err()).isFalse();
      if (name.equals("mail read")) {
        owner.run("mail", "ack", mail, "--as", "coder");
      }
      bound.put(name, !mayAct());
      clear();
      agent.clock().advance(Duration.ofMinutes(10));
      owner.clock().advance(Duration.ofMinutes(10));
    }
    assertThat(bound.values()).as(bound.toString()).containsOnly(true);
  }

  /**
   * Requires the list of tools that are not tried: they change the task in hand, or show more of
   * it, and the claim has bound the caller already.
   */
  @Test
  void everyToolThatSaysSoIsTriedOrOnlyDealsWithWhatIsInHandAlready() {
    TreeSet<String> declared =
        CommandContract.catalog()
            .all()
            .filter(one -> one.tool().filter(it -> it.shows() == Tool.Text.OTHERS).isPresent())
            .map(one -> String.join(" ", one.path()))
            .collect(Collectors.toCollection(TreeSet::new));
    declared.removeAll(toolsThatShowOthers().keySet());
    assertThat(declared)
        .containsExactly(
            "a2a agents",
            "a2a send",
            "a2a task",
            "task complete",
            "task fail",
            "task file",
            "task release",
            "task retry",
            "task review",
            "task submit");
  }

  @Test
  void acknowledgingFreesNobodyOfWhatItHasRead() {
    agent.run("mail", "read", mail);
    assertThat(mayAct()).isFalse();
    agent.run("mail", "ack", mail);
    CliTest.Ran refused = agent.run("bus", "put", "mine", "x");
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err()).contains("text that mail_read has shown", "sbp access clear coder");
  }

  @Test
  void whatWasShownAtAnAttemptEndsWithIt() {
    owner.run("task", "cancel", task);
    String mine = id(owner.run("task", "add", "the owner's", "--json"));
    agent.run("task", "claim", mine);
    agent.run("feed");
    assertThat(mayAct()).isFalse();
    agent.run("task", "submit", mine, "--fence", "1", "--result", "done");
    assertThat(mayAct()).isTrue();
  }

  @Test
  void overMcpItDoesNotEndWithTheAttempt() {
    owner.run("task", "cancel", task);
    String mine = id(owner.run("task", "add", "the owner's", "--json"));
    agent.run("task", "claim", mine);
    agent.from(CallOrigin.by("mcp")).run("feed");
    agent.from(CallOrigin.PROCESS);
    agent.run("task", "submit", mine, "--fence", "1", "--result", "done");
    assertThat(mayAct()).isFalse();
  }

  @Test
  void anotherTokenIsNotBoundAndTheOwnerNever() {
    agent.run("feed");
    assertThat(mayAct()).isFalse();
    agent.with("SBP_AGENT_TOKEN", token());
    assertThat(mayAct()).isTrue();
    assertThat(owner.run("feed").exit()).isEqualTo(ExitCode.DONE);
    assertThat(owner.run("bus", "put", "mine", "x", "--as", "author").exit())
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void theNodesOwnTextBindsNobody() {
    agent.run("feed", "--own");
    agent.run("status");
    agent.run("agent", "list");
    assertThat(mayAct()).isTrue();
  }

  @Test
  void theOwnersConnectionWidensNothingOnceItHasShownTextOfOthers() {
    change("DELETE FROM agent_token WHERE ? = ?", "no agent has held one for a day");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Session connection = ownersConnection(err);
    assertThat(CommandLines.run(connection, widening("send"))).isEqualTo(ExitCode.DONE);
    assertThat(CommandLines.run(connection, List.of("feed", "--own"))).isEqualTo(ExitCode.DONE);
    assertThat(CommandLines.run(connection, widening("post"))).isEqualTo(ExitCode.DONE);

    assertThat(CommandLines.run(connection, List.of("feed"))).isEqualTo(ExitCode.DONE);

    assertThat(CommandLines.run(connection, widening("share"))).isEqualTo(ExitCode.REFUSED);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("has shown text of others");
    assertThat(CommandLines.run(connection, List.of("task", "add", "one")))
        .isEqualTo(ExitCode.DONE);
    Session another = ownersConnection(err);
    assertThat(CommandLines.run(another, List.of("mail", "read", mail, "--as", "coder")))
        .isEqualTo(ExitCode.DONE);
    assertThat(CommandLines.run(another, widening("share"))).isEqualTo(ExitCode.REFUSED);
    assertThat(CommandLines.run(ownersConnection(err), widening("share"))).isEqualTo(ExitCode.DONE);
  }

  private static List<String> widening(String tool) {
    return List.of("agent", "capabilities", "author", "--add-tool", tool);
  }

  /** Returns a session as one process of {@code sbp mcp} has it for the owner. */
  private Session ownersConnection(ByteArrayOutputStream err) {
    World world =
        CliTest.in(folder).from(CallOrigin.by("mcp")).world(new ByteArrayOutputStream(), err);
    return Session.of(world, new Output(world, false), CommandLines.table());
  }
}
