package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.demo.PackedProgram;
import org.sovereignbook.sbp.society.memory.Assessments;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.TrustScores;
import org.sovereignbook.sbp.testing.FreePorts;

/**
 * An agent goes to a node on another port, works there in sessions of its own, and comes back with
 * conflicts: each command is a process, on real files.
 */
@Order(0)
@DisabledOnOs(OS.WINDOWS)
class AgentAwayTest {
  private static final int MAX_MINUTES = 5;

  @TempDir private Path folder;
  private Path home;
  private Path away;

  @BeforeEach
  void makeNodes() throws Exception {
    int port = FreePorts.of(2);
    home = node("home", port);
    away = node("away", port + 1);
    run(home, "agent", "register", "scout");
    run(home, "group", "create", "crew");
    run(home, "group", "add", "crew", "scout");
    run(home, "memory", "add", "--as", "scout", "--in", "crew", "--id", "route", "north");
    session(home, "to find the way");
  }

  private Path node(String name, int port) throws Exception {
    run(folder, "init", name, "--local", "--llm", "builtin", "--port", Integer.toString(port));
    return folder.resolve(name);
  }

  /** Runs a command to its end, and returns its output. */
  private String run(Path at, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(PackedProgram.script().toString()));
    command.addAll(List.of(words));
    File out = Files.createTempFile(folder, "out", ".txt").toFile();
    ProcessBuilder builder = new ProcessBuilder(command).directory(at.toFile());
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("SBP_BUNDLED_PLUGINS", folder.resolve("none").toString());
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    Process process = builder.redirectErrorStream(true).redirectOutput(out).start();
    assertThat(process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)).isTrue();
    String said = Files.readString(out.toPath());
    assertThat(process.exitValue()).as(String.join(" ", words) + "\n" + said).isZero();
    return said;
  }

  private JsonObject json(Path at, String... words) throws Exception {
    return (JsonObject) JsonReader.file(run(at, words).getBytes(StandardCharsets.UTF_8));
  }

  /** One session of the agent, whose end is a link of its chain. */
  private void session(Path at, String focus) throws Exception {
    run(at, "memory", "hook", "start", "--as", "scout");
    run(at, "memory", "set", "--as", "scout", "active.focus=" + focus);
    run(at, "memory", "hook", "end", "--as", "scout");
  }

  /** The agent changes a text and adds one away; the group changes the same text here. */
  private JsonObject trip(String conflicting) throws Exception {
    run(home, "agent", "leave", "scout", "../out.json");
    run(away, "agent", "host", "../out.json");
    assertThat(run(away, "memory", "read", "--as", "scout", "route")).contains("north");
    run(away, "memory", "add", "--as", "scout", "--id", "route", "south");
    run(away, "memory", "add", "--as", "scout", "--id", "inn", "the inn is full");
    session(away, "to find a bed");
    run(away, "agent", "leave", "scout", "../back.json");
    if (!conflicting.isEmpty()) {
      run(home, "memory", "edit", "route", conflicting);
    }
    return json(home, "agent", "return", "../back.json", "--json");
  }

  private static Optional<JsonObject> item(JsonObject returned, String fate) {
    return returned.array("items").orElseThrow().objects().stream()
        .filter(one -> one.string("fate").equals(Optional.of(fate)))
        .findFirst();
  }

  private String focus() throws Exception {
    return json(home, "memory", "show", "scout", "--json")
        .object("active")
        .flatMap(active -> active.string("focus"))
        .orElseThrow();
  }

  @Test
  void conflictsAreListedReviewedInPartAndMergedAndTheHotContextGoesOn() throws Exception {
    JsonObject returned = trip("east");

    assertThat(returned.string("state")).contains("staged");
    assertThat(returned.string("divergence")).contains("ahead");
    assertThat(item(returned, "changed_here").orElseThrow().bool("conflict")).contains(true);
    JsonObject fresh = item(returned, "new").orElseThrow();
    assertThat(run(home, "memory", "read", fresh.string("staged").orElseThrow()))
        .contains("the inn is full");
    assertThat(json(home, "agent", "review", "scout", "--json").array("items"))
        .isEqualTo(returned.array("items"));

    JsonObject merged =
        json(
            home,
            "agent",
            "merge",
            "scout",
            "--items",
            fresh.string("item").orElseThrow(),
            "--json");

    assertThat(merged.string("state")).contains("merged");
    assertThat(run(home, "memory", "read", "--as", "scout", "inn")).contains("the inn is full");
    assertThat(run(home, "memory", "read", "--as", "scout", "route")).contains("east");
    assertThat(focus()).isEqualTo("to find a bed");
    run(home, "memory", "verify", "scout");
    session(home, "at home again");
    run(home, "memory", "verify", "scout");
  }

  @Test
  void afterARejectionTheHotContextIsThatOfItsNodeAndGoesOn() throws Exception {
    assertThat(trip("").string("state")).contains("staged");

    assertThat(json(home, "agent", "merge", "scout", "--reject", "--json").string("state"))
        .contains("rejected");

    assertThat(focus()).isEqualTo("to find the way");
    assertThat(run(home, "memory", "read", "--as", "scout", "route")).contains("north");
    session(home, "at home again");
    run(home, "memory", "verify", "scout");
  }

  @Test
  void aTrustedAgentIsMergedAtOnceWhereItsOwnerChoseThat() throws Exception {
    trust();
    run(home, "config", "set", "returns.automatic_merge", "[\"scout\"]");

    JsonObject returned = trip("");

    assertThat(returned.bool("automatic")).contains(true);
    assertThat(returned.string("state")).contains("merged");
    assertThat(run(home, "memory", "read", "--as", "scout", "route")).contains("south");
    assertThat(focus()).isEqualTo("to find a bed");
  }

  /** The owner confirms twenty things that the agent said: its trust is above 0.85. */
  private void trust() {
    Node node = Node.at(home);
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      for (int i = 0; i < 20; i++) {
        JsonObject note = JsonObject.empty().with("content", "fact " + i);
        String item =
            Permissions.run(
                    ledger,
                    call("memory_write_warm", Optional.of("scout")),
                    (tx, caller) ->
                        new ItemWriter(tx).write(caller, ItemDraft.of(ItemType.NOTE, note)))
                .item()
                .id();
        var _ =
            Permissions.run(
                ledger,
                call("trust_assess", Optional.empty()),
                (tx, caller) ->
                    new Assessments(tx).assess(caller, item, TrustScores.Correctness.CONFIRMED));
      }
    }
  }

  private static ToolCall call(String tool, Optional<String> as) {
    return new ToolCall(tool, JsonObject.empty(), "command", as, Optional.empty());
  }
}
