package org.sovereignbook.sbp.runtime.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.net.http.AnswerTimes;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.RunAsides;
import org.sovereignbook.sbp.runtime.feature.NodeFeature;
import org.sovereignbook.sbp.society.status.SocietyPart;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.testing.TestNode;

/** A node that is of no use says so at the beginning of {@code status}, and how to mend it. */
class JudgesTest {
  @TempDir private Path folder;

  /** A node that is well, and what a case does to it. */
  private static final class Scene {
    private final TestNode node;
    private final CliTest cli;
    private boolean isServing = true;

    Scene(Path folder) {
      node = TestNode.in(folder);
      cli = CliTest.in(folder);
    }

    void run(String line) {
      CliTest.Ran ran = cli.run(line.split(" "));
      assertThat(ran.exit().isFailure()).as(line + ": " + ran.err()).isFalse();
    }

    void society(Consumer<Transaction> work) {
      try (Ledger ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))) {
        ledger.run(work);
      }
    }

    void write(String file, String text) throws Exception {
      Path path = node.home().root().resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    }

    void configure(String key, JsonObject section) {
      JsonObject before = node.node().config().json();
      JsonObject own = before.object(key).orElse(JsonObject.empty());
      for (var member : section.members().entrySet()) {
        own = own.with(member.getKey(), member.getValue());
      }
      node.configure(before.with(key, own));
    }

    void advance(Duration time) {
      node.clock().advance(time);
      cli.clock().advance(time);
    }

    void ticked(JsonObject exits) {
      node.node()
          .writeJson(
              node.home().schedulerState(),
              JsonObject.builder()
                  .put("last_updated", node.node().now().toString())
                  .put("last_exit", exits)
                  .build());
    }
  }

  private interface Case {
    /** Makes the node useless in one way. Returns the words by which status begins. */
    String spoil(Scene scene) throws Exception;
  }

  private static JsonObject failed(Scene scene) {
    return JsonObject.builder()
        .put("outcome", "failed")
        .put("at", scene.node.node().now().toString())
        .build();
  }

  private static Map<String, Case> cases() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put(
        "server not running",
        scene -> {
          scene.isServing = false;
          return "down: the server does not run";
        });
    cases.put(
        "clock set back or forward",
        scene -> {
          new ClockWatch(scene.node.node()).look();
          scene.advance(Duration.ofDays(60));
          scene.ticked(JsonObject.empty());
          return "attention: the clock";
        });
    cases.put(
        "disk full",
        scene -> {
          scene.configure(
              "server", JsonObject.builder().put("free_disk_floor_bytes", Long.MAX_VALUE).build());
          return "down: only ";
        });
    cases.put(
        "society unreadable",
        scene -> {
          scene.write("runtime/society/society.db", "no database".repeat(50));
          return "society.db is damaged";
        });
    cases.put(
        "something lost",
        scene -> {
          scene.run("agent register coder");
          try (Stream<Path> files = Files.list(scene.node.home().society().getParent())) {
            for (Path file : files.toList()) {
              Files.delete(file);
            }
          }
          return "attention: runtime/society";
        });
    cases.put(
        "policy file wrong",
        scene -> {
          scene.write("runtime/access/broken.yaml", "- { name: no, effect: maybe }\n");
          return "attention: runtime/access/broken.yaml";
        });
    cases.put(
        "no limit of cost",
        scene -> {
          scene.configure(
              "llm",
              JsonObject.builder().put("backend", "claude").put("daily_call_limit", 0).build());
          return "attention: claude may charge";
        });
    cases.put(
        "model resting",
        scene -> {
          StringBuilder lines = new StringBuilder();
          for (int i = 0; i < 3; i++) {
            lines.append(
                """
                {"event":"settled","time":"%s","component":"reader","backend":"fake","id":"%d","outcome":"failed","duration_ms":1}
                """
                    .formatted(scene.node.node().now(), i));
          }
          scene.node.node().writeText(scene.node.home().llmLedger(), lines.toString());
          return "attention: fake rests for the reader until";
        });
    cases.put(
        "timer gone",
        scene -> {
          scene.advance(Duration.ofHours(2));
          return "down: no tick since 2026-03-17T12:05:00Z (sbp ";
        });
    cases.put(
        "component failed",
        scene -> {
          scene.ticked(JsonObject.builder().put("reader", failed(scene)).build());
          return "attention: reader failed at 2026-03-17T12:05:00Z (why: sbp log --ops) (sbp tick"
              + " --retry)";
        });
    cases.put(
        "seed never joined",
        scene -> {
          JsonArray seeds = JsonArray.ofStrings(List.of("http://127.0.0.1:9"));
          scene.node.configure(scene.node.node().config().json().with("seeds", seeds));
          return "attention: the network was never joined: no answer from the seed"
              + " http://127.0.0.1:9 (sbp bootstrap)";
        });
    cases.put(
        "undeliverable",
        scene -> {
          scene
              .node
              .store()
              .commit(
                  new ChangeSet()
                      .add(
                          Outbox.fail(
                              new OutboxId(OutboxKind.NETWORK, "gone"), JsonObject.empty())));
          return "attention: 1 could not be delivered (sbp outbox failed)";
        });
    cases.put(
        "set aside",
        scene -> {
          scene.write("runtime/inbox/set-aside/x.json", "{}");
          return "attention: 1 message is set aside unread (sbp inbox)";
        });
    cases.put(
        "set aside: by a run",
        scene -> {
          RunAsides run = RunAsides.of(scene.node.store(), Component.NETWORK);
          var _ = run.failed("announce to K", new IllegalStateException("an odd peer"));
          scene.node.store().commit(new ChangeSet().add(run.change(scene.node.node().now()).get()));
          return "attention: 1 item set aside by network: announce to K (IllegalStateException: an"
              + " odd peer) (sbp network)";
        });
    cases.put(
        "clock off",
        scene -> {
          AnswerTimes times = AnswerTimes.load(scene.node.node(), scene.node.store());
          PeerReply reply =
              new PeerReply.Answered(
                  200, new byte[0], Optional.empty(), Optional.of(Duration.ofHours(1)));
          times
              .timing(
                  new PeerClient() {
                    @Override
                    public PeerReply get(Endpoint endpoint, String path) {
                      return reply;
                    }

                    @Override
                    public PeerReply post(Endpoint endpoint, byte[] envelope) {
                      return reply;
                    }
                  })
              .get(TestNode.ALICE_ENDPOINT, "/identity");
          scene.node.store().commit(new ChangeSet().add(times.change().orElseThrow()));
          return "attention: this machine's clock is 1 hour behind";
        });
    cases.put(
        "peers unreadable",
        scene -> {
          Path peers = scene.node.home().peers();
          Files.writeString(peers, Files.readString(peers) + "| a | row | with | few | cells |\n");
          return "attention: 1 row of peers.md cannot be read (sbp doctor)";
        });
    cases.put(
        "item set aside",
        scene -> {
          scene.run("task");
          scene.society(
              tx ->
                  new SetAsides(tx)
                      .add(SetAsides.ItemList.HOOK, "an item", "matching", "it is odd"));
          return "attention: 1 hook item set aside (sbp hook retry)";
        });
    cases.put(
        "feature without its tables",
        scene -> {
          scene.run("task");
          scene.society(tx -> tx.update("UPDATE society_feature SET version = 0"));
          return "attention: the tables of the feature a2a could not be made or changed";
        });
    for (String status : List.of("suspend", "deactivate")) {
      cases.put(
          "own agent not at work: " + status,
          scene -> {
            scene.run("agent " + status + " reader");
            return "down: reader is "
                + (status.equals("suspend") ? "suspended" : "deactivated")
                + " (by command): nothing that arrives is read or answered (sbp agent "
                + (status.equals("suspend") ? "activate" : "reactivate")
                + " reader)";
          });
    }
    cases.put(
        "own agent not at work: remove",
        scene -> {
          scene.run("agent deactivate reader");
          scene.run("agent remove --now reader");
          assertThat(scene.cli.run("agent", "run", "reader").out())
              .contains("reader is removed (by command)");
          return "down: reader is removed (by command): nothing that arrives is read or answered"
              + " (sbp agent register reader)";
        });
    for (String name : List.of("author", "compactor")) {
      cases.put(
          "own agent not at work: " + name,
          scene -> {
            scene.run("agent suspend " + name);
            return "attention: " + name + " is suspended (by command): ";
          });
    }
    cases.put(
        "policies deny everybody",
        scene -> {
          scene.run("task");
          scene.write(
              "runtime/access/nobody.yaml",
              """
              - name: nobody
                match:
                  conditions:
                    - channel: [command, reader]
                effect: deny
              """);
          return "down: the policies deny every peer and every agent (nobody) (sbp access)";
        });
    cases.put(
        "agent resting",
        scene -> {
          scene.run("agent register coder");
          scene.run("agent activate coder");
          for (int i = 0; i < 5; i++) {
            scene.society(
                tx -> Lifecycle.failed(tx, Agents.named(tx, "coder").id(), "tasks given up"));
          }
          return "attention: coder is suspended (5 errors";
        });
    cases.put(
        "token ending",
        scene -> {
          scene.run("agent register coder");
          scene.run("agent token coder");
          scene.advance(Duration.ofDays(24));
          scene.ticked(JsonObject.empty());
          return "attention: the last token of coder ends";
        });
    cases.put(
        "task of nobody",
        scene -> {
          scene.run("task add x --required-role welder");
          return "attention: tasks wait for a role that no agent has by its name: welder"
              + " (sbp agent register welder)";
        });
    cases.put(
        "task of nobody: the agent is suspended",
        scene -> {
          scene.run("agent register welder");
          scene.run("agent activate welder");
          scene.run("agent suspend welder");
          scene.run("task add x --required-role welder");
          return "attention: tasks wait for a role that no agent has by its name: welder"
              + " (sbp agent activate welder)";
        });
    cases.put(
        "hook in trouble",
        scene -> {
          scene.run("hook new greeter --sh");
          scene.run("hook accept greeter");
          Path program = scene.node.home().root().resolve("runtime/hooks/greeter.sh");
          Files.writeString(program, Files.readString(program) + "\n# more\n");
          return "attention: hook greeter";
        });
    return cases;
  }

  static Stream<String> names() {
    return cases().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void statusBeginsWithIt(String name) throws Exception {
    Scene scene = new Scene(folder);
    scene.ticked(JsonObject.empty());
    try (NodeLock _ = serving(scene)) {
      assertThat(scene.cli.run("status").lines().getFirst()).isEqualTo("all well");
    }
    String begins = cases().get(name).spoil(scene);
    if (!scene.isServing) {
      requireBeginning(scene, begins);
      return;
    }
    try (NodeLock _ = serving(scene)) {
      requireBeginning(scene, begins);
    }
  }

  private static void requireBeginning(Scene scene, String begins) {
    CliTest.Ran status = scene.cli.run("status");
    assertThat(status.lines().getFirst()).contains(begins);
    for (JsonObject reason :
        scene.cli.run("status", "--json").json().array("reasons").orElseThrow().objects()) {
      String remedy = reason.string("remedy").orElseThrow();
      if (remedy.startsWith("sbp ")) {
        CommandLines.requireValid(List.of(remedy.substring(4).split(" ")));
      }
    }
  }

  private static NodeLock serving(Scene scene) {
    return NodeLock.tryAcquire(
            NodeLock.server(scene.node.home()), "serve", scene.node.node().now(), "t")
        .orElseThrow();
  }

  @Test
  void eachJudgeHasACase() {
    Set<String> judges = new TreeSet<>();
    Judges.OF_NODE.forEach(judge -> judges.add(judge.what()));
    Judges.OF_STORE.forEach(judge -> judges.add(judge.what()));
    new SocietyPart().judges().forEach(judge -> judges.add(judge.what()));
    Features.bundled().of(NodeFeature.class).stream()
        .filter(feature -> feature.name().equals("hooks"))
        .flatMap(feature -> feature.judges().stream())
        .forEach(judge -> judges.add(judge.what()));
    Set<String> shown = new TreeSet<>();
    cases().keySet().forEach(name -> shown.add(name.split(":")[0]));

    assertThat(shown).isEqualTo(judges);
  }

  @Test
  void aNodeThatUpKeepsIsNotAdvisedToInstallServices() {
    Scene scene = new Scene(folder);
    scene.ticked(JsonObject.empty());
    scene.advance(Duration.ofHours(2));
    try (NodeLock _ = serving(scene);
        NodeLock _ =
            NodeLock.tryAcquire(
                    NodeLock.up(scene.node.home()), "sbp up", scene.node.node().now(), "u")
                .orElseThrow()) {
      CliTest.Ran status = scene.cli.run("status");

      assertThat(status.out())
          .startsWith("down: no tick since 2026-03-17T12:05:00Z, although sbp up runs (sbp tick)")
          .contains("kept by sbp up (process ")
          .doesNotContain("service install");
    }
  }

  @Test
  void whatWaitsForTheOwnerHasALineEach() {
    Scene scene = new Scene(folder);
    scene.run("agent register coder");
    scene.run("mail send owner hello --as coder");
    scene.run("task add x --reviewer owner");
    String task =
        scene.cli.run("task", "claim", "--as", "coder", "--json").json().string("id").orElseThrow();
    scene.run("task submit " + task + " --fence 1 --result done --as coder");

    assertThat(scene.cli.run("status").lines())
        .contains(
            "you       2 mails wait for your answer (sbp mail list)",
            "you       1 result waits for your review (sbp task list --to-review)");
  }

  @Test
  void whoSuspendsOrEndsAnAgentOfTheNodeIsWarned() {
    Scene scene = new Scene(folder);
    for (String verb : List.of("suspend", "deactivate")) {
      assertThat(scene.cli.run("agent", verb, "reader").err())
          .contains("nothing that arrives is read or answered")
          .contains(
              "sbp agent " + (verb.equals("suspend") ? "activate" : "reactivate") + " reader");
    }
    assertThat(scene.cli.run("agent", "reactivate", "reader").err()).isEmpty();
    scene.run("agent register coder");
    scene.run("agent activate coder");
    assertThat(scene.cli.run("agent", "suspend", "coder").err()).isEmpty();
  }
}
