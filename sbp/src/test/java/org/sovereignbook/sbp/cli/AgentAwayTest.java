package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
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
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.memory.Assessments;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.TrustScores;
import org.sovereignbook.sbp.testing.FreePorts;

/**
 * An agent goes to a node on another port, works there in sessions of its own, and comes back with
 * conflicts: by the commands, on real files.
 */
@Order(0)
@DisabledOnOs(OS.WINDOWS)
class AgentAwayTest {
  @TempDir private Path folder;
  private ProcessNode home;
  private ProcessNode away;

  @BeforeEach
  void makeNodes() throws Exception {
    int port = FreePorts.of(2);
    home = ProcessNode.init(folder, "home", port);
    away = ProcessNode.init(folder, "away", port + 1);
    home.run("agent", "register", "scout");
    home.run("group", "create", "crew");
    home.run("group", "add", "crew", "scout");
    home.run("memory", "add", "--as", "scout", "--in", "crew", "--id", "route", "north");
    session(home, "to find the way");
  }

  /** One session of the agent, whose end is a link of its chain. */
  private void session(ProcessNode at, String focus) throws Exception {
    at.run("memory", "hook", "start", "--as", "scout");
    at.run("memory", "set", "--as", "scout", "active.focus=" + focus);
    at.run("memory", "hook", "end", "--as", "scout");
  }

  /** The agent changes a text and adds one away; the group changes the same text here. */
  private JsonObject trip(String conflicting) throws Exception {
    home.run("agent", "leave", "scout", "../out.json");
    away.run("agent", "host", "../out.json");
    assertThat(away.run("memory", "read", "--as", "scout", "route")).contains("north");
    away.run("memory", "add", "--as", "scout", "--id", "route", "south");
    away.run("memory", "add", "--as", "scout", "--id", "inn", "the inn is full");
    session(away, "to find a bed");
    away.run("agent", "leave", "scout", "../back.json");
    if (!conflicting.isEmpty()) {
      home.run("memory", "edit", "route", conflicting);
    }
    return home.json("agent", "return", "../back.json", "--json");
  }

  private static Optional<JsonObject> item(JsonObject returned, String fate) {
    return returned.array("items").orElseThrow().objects().stream()
        .filter(one -> one.string("fate").equals(Optional.of(fate)))
        .findFirst();
  }

  private String focus() throws Exception {
    return home.json("memory", "show", "scout", "--json")
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
    assertThat(home.run("memory", "read", fresh.string("staged").orElseThrow()))
        .contains("the inn is full");
    assertThat(home.json("agent", "review", "scout", "--json").array("items"))
        .isEqualTo(returned.array("items"));

    JsonObject merged =
        home.json(
            "agent", "merge", "scout", "--items", fresh.string("item").orElseThrow(), "--json");

    assertThat(merged.string("state")).contains("merged");
    assertThat(home.run("memory", "read", "--as", "scout", "inn")).contains("the inn is full");
    assertThat(home.run("memory", "read", "--as", "scout", "route")).contains("east");
    assertThat(focus()).isEqualTo("to find a bed");
    home.run("memory", "verify", "scout");
    session(home, "at home again");
    home.run("memory", "verify", "scout");
  }

  @Test
  void afterARejectionTheHotContextIsThatOfItsNodeAndGoesOn() throws Exception {
    assertThat(trip("").string("state")).contains("staged");

    assertThat(home.json("agent", "merge", "scout", "--reject", "--json").string("state"))
        .contains("rejected");

    assertThat(focus()).isEqualTo("to find the way");
    assertThat(home.run("memory", "read", "--as", "scout", "route")).contains("north");
    session(home, "at home again");
    home.run("memory", "verify", "scout");
  }

  @Test
  void aTrustedAgentIsMergedAtOnceWhereItsOwnerChoseThat() throws Exception {
    trust();
    home.run("config", "set", "returns.automatic_merge", "[\"scout\"]");

    JsonObject returned = trip("");

    assertThat(returned.bool("automatic")).contains(true);
    assertThat(returned.string("state")).contains("merged");
    assertThat(home.run("memory", "read", "--as", "scout", "route")).contains("south");
    // Nobody has read it, so it stands apart from the agent's own text.
    assertThat(focus()).isEqualTo("to find the way");
    assertThat(home.run("memory", "show", "scout", "--apart")).contains("to find a bed");
  }

  /** The owner confirms twenty things that the agent said: its trust is above 0.85. */
  private void trust() {
    Node node = Node.at(home.folder());
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
