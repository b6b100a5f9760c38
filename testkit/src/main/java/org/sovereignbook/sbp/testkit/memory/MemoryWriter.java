package org.sovereignbook.sbp.testkit.memory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemoryObserver;

/**
 * Process of an agent that writes facts into its own memory and its group's, counts in an item that
 * all writers share, and ends sessions. It does each fact again until it is there with its second
 * version, and notes it in a file only then; started anew, it goes on behind the noted ones. It
 * ends with a session, once it is told that there is enough.
 */
public final class MemoryWriter {
  static final String GROUP = "team";
  static final String COUNTER = "counter";

  /** A session ends after so many facts. */
  static final int FACTS_OF_A_SESSION = 4;

  private final Ledger ledger;
  private final String agent;

  private MemoryWriter(Ledger ledger, String agent) {
    this.ledger = ledger;
    this.agent = agent;
  }

  /**
   * Runs the process. Arguments: provider's class, node, agent, file of its notes, and the file
   * whose existence says that there is enough.
   */
  public static void main(String[] arguments) throws Exception {
    Node node = Node.at(Path.of(arguments[1]));
    LedgerProvider provider =
        Class.forName(arguments[0]).asSubclass(LedgerProvider.class).getConstructor().newInstance();
    Path notes = Path.of(arguments[3]);
    Path enough = Path.of(arguments[4]);
    int done = Files.exists(notes) ? Files.readAllLines(notes).size() : 0;
    try (Ledger ledger =
        Ledger.open(node, provider.open(node)).observedBy(List.of(new MemoryObserver()))) {
      MemoryWriter writer = new MemoryWriter(ledger, arguments[2]);
      // At least one: the process before may have died between writing it and noting it.
      int i = done;
      do {
        writer.learn(i);
        Files.writeString(notes, i + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        i++;
      } while (i % FACTS_OF_A_SESSION != 0 || !Files.exists(enough));
    }
  }

  static String fact(String agent, int number) {
    return agent + "-" + number;
  }

  private <T> T call(String tool, Permissions.Work<T> work) {
    return Permissions.run(
        ledger,
        new ToolCall(tool, JsonObject.empty(), "command", Optional.of(agent), Optional.empty()),
        work);
  }

  private void learn(int number) {
    String id = fact(agent, number);
    for (long version = 0; version < 2; version++) {
      long expected = version;
      call(
          "memory_write_warm",
          (tx, caller) -> new ItemWriter(tx).write(caller, draft(id, expected, number % 2 == 0)));
    }
    count(id);
    call(
        "memory_write_hot",
        (tx, caller) ->
            new HotMemory(tx)
                .write(
                    caller,
                    MemoryHolder.named(tx, caller, Optional.of(agent)),
                    false,
                    JsonObject.empty().with("active", JsonObject.empty().with("focus", id)),
                    Optional.empty()));
    if (number % FACTS_OF_A_SESSION == FACTS_OF_A_SESSION - 1) {
      endSession(number / FACTS_OF_A_SESSION + 1);
    }
  }

  private static ItemDraft draft(String id, long expected, boolean isOfGroup) {
    ItemDraft draft =
        ItemDraft.of(
                ItemType.NOTE,
                JsonObject.empty().with("content", "kelp " + id + " draft " + expected))
            .named(Optional.of(id))
            .over(Optional.of(expected));
    return isOfGroup ? draft.inGroup(Optional.of(GROUP)) : draft;
  }

  /** Adds a line with its own mark to the shared item, unless it is there. */
  private void count(String mark) {
    boolean isCounted = false;
    while (!isCounted) {
      Items.Whole present =
          call("memory_read_warm", (tx, caller) -> new Items(tx).read(caller, COUNTER));
      String text = present.body().string("content").orElse("");
      isCounted =
          text.lines().anyMatch(mark::equals)
              || call(
                          "memory_edit",
                          (tx, caller) ->
                              new ItemWriter(tx)
                                  .edit(
                                      caller,
                                      present.item().id(),
                                      JsonObject.empty().with("content", text + "\n" + mark),
                                      Optional.of(present.item().version())))
                      .outcome()
                  == ItemWriter.Effect.UPDATED;
    }
  }

  /** Ends a session, unless that was done. */
  private void endSession(long number) {
    call(
        "memory_write_hot",
        (tx, caller) -> {
          HotMemory hot = new HotMemory(tx);
          MemoryHolder self = MemoryHolder.named(tx, caller, Optional.of(agent));
          return hot.verify(caller, self).sessions() < number
              ? Optional.of(hot.end(caller))
              : Optional.empty();
        });
  }

  /** Returns the item in which all writers count. */
  static ItemDraft counter() {
    return ItemDraft.of(ItemType.NOTE, JsonObject.empty().with("content", "begun"))
        .named(Optional.of(COUNTER))
        .at(ItemDraft.Where.of(Optional.of(GROUP), Visibility.GROUP));
  }
}
