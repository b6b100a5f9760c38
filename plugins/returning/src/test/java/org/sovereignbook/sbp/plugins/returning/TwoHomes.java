package org.sovereignbook.sbp.plugins.returning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;
import org.sovereignbook.sbp.testing.TestSociety;

/** Two nodes, of which one is the home of the agent ada, and the other its host. */
final class TwoHomes implements AutoCloseable {
  TestSociety home;
  TestSociety away;

  TwoHomes(Path folder) {
    home = TestSociety.in(folder.resolve("home"));
    away =
        TestSociety.of(
            TestNode.in(folder.resolve("away"), TestKeys.alice(), TestNode.ALICE_ENDPOINT));
    home.usual("ada", AgentType.AUTONOMOUS);
    write(home, "route", "north by the river");
    write(home, "ferry", "the ferry goes at nine");
    session(home, "to find the way");
  }

  @Override
  public void close() {
    home.close();
    away.close();
  }

  static void write(TestSociety at, String id, String text) {
    JsonObject note = JsonObject.builder().put("content", text).build();
    ItemWriter.Written _ =
        at.as(
            "ada",
            "memory_write_warm",
            (tx, caller) ->
                new ItemWriter(tx)
                    .write(caller, ItemDraft.of(ItemType.NOTE, note).named(Optional.of(id))));
  }

  static void session(TestSociety at, String focus) {
    JsonObject active =
        JsonObject.builder()
            .put("active", JsonObject.builder().put("focus", focus).build())
            .build();
    at.as(
        "ada",
        "memory_write_hot",
        (tx, caller) -> {
          HotMemory hot = new HotMemory(tx);
          HotMemory.Written _ =
              hot.write(caller, MemoryHolder.of(caller), false, active, Optional.empty());
          return hot.end(caller);
        });
  }

  static String text(TestSociety at, String id) {
    return at.as("ada", "memory_read_warm", (tx, caller) -> new Items(tx).read(caller, id))
        .body()
        .string("content")
        .orElseThrow();
  }

  /** Returns the focus that the agent is shown: its own, or else the one that others caused. */
  static String focus(TestSociety at) {
    return at.as(
        "ada",
        "memory_read_hot",
        (tx, caller) -> {
          HotMemory hot = new HotMemory(tx);
          MemoryHolder holder = MemoryHolder.of(caller);
          return focus(hot.apart(caller, holder))
              .or(() -> focus(hot.read(caller, holder).text()))
              .orElseThrow();
        });
  }

  static Optional<String> focus(JsonObject text) {
    return text.object("active").flatMap(active -> active.string("focus"));
  }

  static <T> T owner(TestSociety at, Permissions.Work<T> work) {
    return at.owner("agent_show", work);
  }

  static String leave(TestSociety at) {
    return owner(at, (tx, caller) -> new Leaves(tx).leave(caller, at.now("ada"))).text();
  }

  void host(String bundle) {
    Agent _ =
        owner(
            away,
            (tx, caller) -> new Guests(tx).host(caller, Bundle.parse(bundle), Optional.empty()));
  }

  Returns.Returned begin(String bundle, boolean automatic) {
    return owner(
        home,
        (tx, caller) ->
            new Returns(tx)
                .begin(caller, Bundle.parse(bundle), automatic ? List.of("ada") : List.of()));
  }

  Returns.Returned merge(Optional<List<String>> chosen) {
    return owner(
        home,
        (tx, caller) ->
            new Returns(tx).merge(caller, home.now("ada"), chosen, Optional.empty(), false));
  }

  String workAway() {
    host(leave(home));
    away.clock().advance(Duration.ofDays(3));
    home.clock().advance(Duration.ofDays(3));
    write(away, "route", "south by the hill");
    write(away, "inn", "the inn is full");
    session(away, "to find a bed");
    return leave(away);
  }

  static void refused(String code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(SocietyException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  static JsonObject json(String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(text, e);
    }
  }

  String signed(JsonObject json) {
    KeyPair keys = home.ledger().read(tx -> Agents.keys(tx, home.now("ada")));
    try {
      Bundle bundle =
          Shape.of(Bundle.class).readExactly(json.without("signature", "writer_signature"));
      TestSociety writer = bundle.secret().isPresent() ? home : away;
      return bundle.signed(keys, writer.node().keys());
    } catch (Misfit e) {
      throw new AssertionError(e);
    }
  }

  static long number(TestSociety at, String sql, Object... parameters) {
    return at.ledger().<Long>read(tx -> tx.number(sql, parameters));
  }
}
