package org.sovereignbook.sbp.plugins.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskState;

/**
 * Swarms of real processes with a script for a model. Members are killed with SIGKILL at random
 * moments; each swarm ends with all of its findings merged, and leaves no process.
 */
@Tag("trial")
@DisabledOnOs(OS.WINDOWS)
class SwarmProcessesTest {
  private static final int MAX_KILLS = 4;
  private static final long MINUTES = 8;
  private static final String PIPELINE = "pipeline";
  private static final String HIERARCHICAL = "hierarchical";

  /** Model of all members: a lead makes three parts, and then lists what the others found. */
  private static final String MODEL =
      """
      p=$(cat)
      sleep 0.4
      me=$(printf '%s' "$p" | sed -n 's/^You are \\([a-z0-9-]*\\)\\..*/\\1/p' | head -1)
      task=$(printf '%s' "$p" | sed -n 's/^id: \\([0-9a-f]*\\)$/\\1/p' | tail -1)
      case "$p" in
      *limits.json*)
        found=$(printf '%s' "$p" | grep -o 'FOUND-[a-z0-9-]*' | sort -u | tr '\\n' ' ')
        case "$p" in
        *FOUND-*) printf '{"answer": "all of it: %s", "tasks": []}' "$found";;
        *) echo '{"tasks": [{"key": "a", "title": "the north"}, {"key": "b", "title": "the south"},
             {"key": "c", "title": "the west"}]}';;
        esac;;
      *) echo "FOUND-$task by $me";;
      esac
      """;

  @TempDir private Path folder;
  private Path home;
  private RealProgram program;

  /** A command that has ended. */
  private record Ended(int exit, String out) {
    JsonObject json() throws Exception {
      return (JsonObject) JsonReader.file(out.getBytes(StandardCharsets.UTF_8));
    }
  }

  @BeforeEach
  void makeNode() throws Exception {
    program = RealProgram.in(folder);
    home = program.home();
    done("init", home.toString(), "--local", "--name", "Swarm", "--llm", "builtin");
    Path model = folder.resolve("model.sh");
    Files.writeString(model, MODEL);
    Node node = Node.at(home);
    JsonObject config =
        (JsonObject) JsonReader.file(Files.readAllBytes(node.home().schedulerConfig()));
    node.writeJson(
        node.home().schedulerConfig(),
        config.with(
            "llm",
            JsonObject.empty()
                .with("backend", "exec")
                .with(
                    "exec",
                    JsonObject.empty()
                        .with("command", JsonArray.ofStrings(List.of("sh", model.toString()))))));
  }

  private Process start(String... words) throws IOException {
    Path out = folder.resolve("out-" + words[0] + "-" + words[1].hashCode());
    return program.command(out, words).start();
  }

  private String output(String... words) throws IOException {
    return Files.readString(folder.resolve("out-" + words[0] + "-" + words[1].hashCode()));
  }

  private Ended done(String... words) throws Exception {
    Process process = start(words);
    assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
    Ended ended = new Ended(process.exitValue(), output(words));
    assertThat(ended.exit()).as(String.join(" ", words) + "\n" + ended.out()).isZero();
    return ended;
  }

  private void create(String strategy) throws Exception {
    String lead = strategy.equals(HIERARCHICAL) ? "\"coordinator_slot\": \"lead\"," : "";
    done(
        "swarm",
        "create",
        """
        {"swarm_id": "s", "goal": "map the land", "strategy": "%s", %s
         "agents": [{"slot": "scout", "agent_type": "swarm-worker", "count": 2},
                    {"slot": "lead", "agent_type": "swarm-worker"}]}
        """
            .formatted(strategy, lead));
  }

  /** Kills a random one of the members that run now. Returns whether there was one. */
  private static boolean kill(Process team, Random random) {
    List<ProcessHandle> members = team.children().toList();
    return !members.isEmpty() && members.get(random.nextInt(members.size())).destroyForcibly();
  }

  @ParameterizedTest
  @ValueSource(strings = {"broadcast", PIPELINE, HIERARCHICAL})
  void aSwarmEndsWithAllOfItsFindingsAlthoughMembersAreKilled(String strategy) throws Exception {
    create(strategy);
    Random random = new Random(strategy.hashCode());
    Set<ProcessHandle> seen = new HashSet<>();
    int kills = 0;
    Process team = start("swarm", "run", "s");
    try {
      long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
      while (!team.waitFor(300 + random.nextInt(1_500), TimeUnit.MILLISECONDS)) {
        assertThat(System.nanoTime()).as(output("swarm", "run")).isLessThan(until);
        team.descendants().forEach(seen::add);
        if (kills < MAX_KILLS && kill(team, random)) {
          kills++;
        }
      }
    } finally {
      if (team.isAlive()) {
        team.descendants().forEach(ProcessHandle::destroyForcibly);
        team.destroyForcibly();
      }
    }

    assertThat(team.exitValue()).as(output("swarm", "run")).isZero();
    assertThat(kills).isPositive();
    JsonObject status = done("swarm", "status", "s", "--json").json();
    assertThat(status.string("phase")).contains("complete");
    assertThat(status.array("agents").orElseThrow().objects())
        .hasSize(3)
        .allMatch(agent -> agent.string("status").equals(Optional.of("deactivated")));
    verifyFindings(strategy);
    assertThat(seen).noneMatch(ProcessTree::isRunning);

    boolean keeps = !strategy.equals(PIPELINE);
    done(
        keeps
            ? new String[] {"swarm", "disband", "s"}
            : new String[] {"swarm", "disband", "s", "--tombstone"});
    try (Ledger ledger = ledger()) {
      ledger.run(
          tx -> {
            assertThat(tx.texts("SELECT state FROM swarm")).containsExactly("disbanded");
            assertThat(tx.number("SELECT COUNT(*) FROM memory_group WHERE deleted_ms IS NULL"))
                .isEqualTo(keeps ? 1 : 0);
          });
    }
  }

  private Ledger ledger() {
    Node node = Node.at(home);
    return Ledger.open(node, new SqliteLedgerProvider().open(node));
  }

  /** Each task was accepted once, and the merged findings have the result of each. */
  private void verifyFindings(String strategy) throws Exception {
    List<String> wanted = new ArrayList<>();
    List<String> items =
        done("swarm", "status", "s", "--json")
            .json()
            .array("synthesis_items")
            .flatMap(JsonArray::strings)
            .orElseThrow();
    try (Ledger ledger = ledger()) {
      ledger.run(
          tx -> {
            String label = tx.texts("SELECT label FROM swarm").getFirst();
            for (Task task : Board.in(tx).labelled(label)) {
              assertThat(task.state()).isEqualTo(TaskState.COMPLETED);
              assertThat(Board.in(tx).attempts(task.id()))
                  .filteredOn(one -> one.row().ending().equals(Optional.of("accepted")))
                  .hasSize(1);
              if (!strategy.equals(HIERARCHICAL)
                  || (task.row().parent().isPresent() && !task.title().startsWith("findings"))) {
                wanted.add("FOUND-" + task.id());
              }
            }
          });
    }
    // In rounds: each of the three adds something in each of the four that are usual.
    assertThat(wanted).hasSize(strategy.equals("broadcast") ? 12 : 3);
    assertThat(items).isNotEmpty();
    StringBuilder findings = new StringBuilder();
    for (String item : items) {
      findings.append(done("memory", "read", item).out());
    }
    assertThat(findings.toString()).contains(wanted);
  }
}
