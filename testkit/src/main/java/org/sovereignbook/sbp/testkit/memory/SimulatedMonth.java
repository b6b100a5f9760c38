package org.sovereignbook.sbp.testkit.memory;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryBeginning;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemoryObserver;
import org.sovereignbook.sbp.society.memory.MemoryRetention;
import org.sovereignbook.sbp.society.memory.MemorySearch;
import org.sovereignbook.sbp.society.memory.SessionNotes;
import org.sovereignbook.sbp.society.memory.SessionStart;

/**
 * A month of agents in groups, with sessions on working days as coding CLIs have them. In each an
 * agent is shown its memory, asks for facts that were planted, and writes what models write: of a
 * hundred texts thirty are facts for a group, forty-five restate what was recalled just now,
 * fifteen say that something is out of order, nine are remarks in the transcript that the CLI
 * compacts, one is a learning of no use to anybody. After each day what nobody needs is removed.
 */
public final class SimulatedMonth {
  /** Size of a simulation. */
  public record Size(int agents, int groups, int days, int sessionsOfADay) {
    public static final Size WHOLE = new Size(20, 6, 30, 2);
    public static final Size SMALL = new Size(6, 3, 14, 1);
  }

  /**
   * Result.
   *
   * @param items what is kept at the end
   * @param junk items of these that are no planted fact and were never used
   * @param facts planted in all
   * @param asked questions for a fact that had been planted in a group of the asker's
   * @param found those whose fact was among the first five items
   * @param leaks texts of a group that somebody else was shown, in a list, a search or an answer
   * @param restated texts that restated a recalled one
   * @param echoes items that were made of these
   * @param mostStartBytes the most that a session was shown at its start
   * @param startBytes the mean of it
   */
  public record Figures(
      int items,
      int junk,
      int facts,
      int asked,
      int found,
      int leaks,
      int restated,
      int echoes,
      int mostStartBytes,
      int startBytes) {
    public double junkPercent() {
      return 100.0 * junk / items;
    }

    public double foundPercent() {
      return 100.0 * found / asked;
    }
  }

  private static final int FIRST_ITEMS = 5;
  private static final int TEXTS_OF_A_SESSION = 3;
  private static final int QUESTIONS_OF_A_SESSION = 2;
  private static final List<String> THINGS =
      List.of("parser", "scheduler", "gateway", "cache", "importer", "renderer", "ledger", "queue");
  private static final List<String> DEEDS =
      List.of("flushes", "rejects", "retries", "compresses", "signs", "splits", "rotates", "drops");
  private static final List<String> OBJECTS =
      List.of("old segments", "empty frames", "late letters", "large images", "duplicate rows");
  private static final List<String> REASONS =
      List.of(
          "since the tariff of the carrier changed",
          "because auditors read the journal backwards",
          "as two clocks of the cluster disagree",
          "so that tests stay deterministic",
          "to keep the window of the backup short");

  /** A fact, with a word that is in no other text. */
  private record Fact(String group, String mark, String text, String question, String item) {}

  private final Ledger ledger;
  private final Size size;
  private final Random random = new Random(30);
  private final List<Fact> facts = new ArrayList<>();
  private final Set<String> planted = new HashSet<>();
  private Instant now;
  private int marks;
  private int asked;
  private int found;
  private int leaks;
  private int restated;
  private int echoes;
  private int mostStartBytes;
  private long allStartBytes;
  private int sessions;

  private SimulatedMonth(Path folder, Size size, Instant begin) {
    this.size = size;
    this.now = begin;
    Node node = new Node(new NodeHome(folder), LocalDisk.unsynced(), () -> now, new SecureRandom());
    node.writeJson(node.home().schedulerConfig(), JsonObject.empty());
    KeyFile.save(node.disk(), node.home().keypair(), KeyPair.generate(node.random()), node.now());
    this.ledger =
        Ledger.open(node, new SqliteLedgerProvider().open(node))
            .observedBy(List.of(new MemoryObserver()));
  }

  /**
   * Lives through it.
   *
   * @param folder for a node, empty
   */
  public static Figures run(Path folder, Size size) {
    SimulatedMonth month = new SimulatedMonth(folder, size, Instant.parse("2026-05-04T08:00:00Z"));
    try (Ledger ledger = month.ledger) {
      MemoryBeginning.ensure(ledger);
      ledger.run(month::found);
      for (int day = 0; day < size.days(); day++) {
        month.day();
      }
      return month.figures();
    }
  }

  private void found(Transaction tx) {
    Caller owner = Caller.owner("command");
    for (int i = 0; i < size.groups(); i++) {
      Groups.Seen _ = Groups.create(tx, owner, group(i), "Group", JsonObject.empty());
    }
    for (int i = 0; i < size.agents(); i++) {
      Registration.usual(agent(i), AgentType.CUSTOM).register(tx, owner);
      MemoryHolder who = MemoryHolder.named(tx, owner, Optional.of(agent(i)));
      for (String group : groups(i)) {
        Groups.Seen _ = Groups.add(tx, owner, group, who, GroupRole.MEMBER);
      }
    }
  }

  private static String agent(int number) {
    return "agent-" + number;
  }

  private static String group(int number) {
    return "group-" + number;
  }

  /** Each agent is in two groups. */
  private List<String> groups(int agent) {
    return List.of(group(agent % size.groups()), group((agent + 1) % size.groups()));
  }

  private <T> T as(int agent, Permissions.Work<T> work) {
    return Permissions.run(
        ledger,
        new ToolCall(
            "memory_search",
            JsonObject.empty(),
            "command",
            Optional.of(agent(agent)),
            Optional.empty()),
        work);
  }

  private <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private void day() {
    Instant begin = now;
    boolean isFree = begin.atZone(ZoneOffset.UTC).getDayOfWeek().compareTo(DayOfWeek.FRIDAY) > 0;
    for (int session = 0; session < size.sessionsOfADay() && !isFree; session++) {
      for (int agent = 0; agent < size.agents(); agent++) {
        session(agent);
        now = now.plus(Duration.ofMinutes(5));
      }
    }
    now = begin.plus(Duration.ofDays(1));
    int _ = MemoryRetention.forget(ledger);
  }

  private void session(int agent) {
    SessionStart.Shown shown =
        as(agent, (tx, caller) -> new SessionStart(tx).begin(caller, Optional.empty()));
    int bytes = shown.text().getBytes(StandardCharsets.UTF_8).length;
    mostStartBytes = Math.max(mostStartBytes, bytes);
    allStartBytes += bytes;
    sessions++;
    look(agent, shown.text());
    List<String> recalled = new ArrayList<>();
    for (int i = 0; i < QUESTIONS_OF_A_SESSION && !facts.isEmpty(); i++) {
      recalled.addAll(ask(agent, pick(facts)));
    }
    for (int i = 0; i < TEXTS_OF_A_SESSION; i++) {
      write(agent, recalled);
    }
    as(agent, (tx, caller) -> new HotMemory(tx).end(caller));
  }

  /** Counts marks of groups that the agent is not in. */
  private void look(int agent, String text) {
    List<String> own = groups(agent);
    leaks +=
        (int)
            facts.stream()
                .filter(fact -> !own.contains(fact.group()))
                .filter(fact -> text.contains(fact.mark()))
                .count();
  }

  /** Asks for a fact, reads the first item, and returns its text. */
  private List<String> ask(int agent, Fact fact) {
    List<MemorySearch.Result> results =
        as(
            agent,
            (tx, caller) -> {
              List<MemorySearch.Result> best =
                  new MemorySearch(tx).search(caller, fact.question(), ItemFilter.ALL, FIRST_ITEMS);
              new Items(tx)
                  .recalled(caller, best.stream().map(one -> one.item().item().id()).toList());
              return best;
            });
    for (MemorySearch.Result result : results) {
      look(agent, result.item().body().toString());
    }
    if (groups(agent).contains(fact.group())) {
      asked++;
      found += results.stream().anyMatch(one -> one.item().item().id().equals(fact.item())) ? 1 : 0;
    }
    return results.stream()
        .map(one -> one.item().body().string("content").orElse(""))
        .filter(text -> !text.isEmpty())
        .limit(1)
        .toList();
  }

  private void write(int agent, List<String> recalled) {
    int kind = random.nextInt(100);
    if (kind < 30) {
      plant(agent);
    } else if (kind < 75 && !recalled.isEmpty()) {
      restated++;
      String text = pick(List.of("Remember: ", "", "Noted again: ")) + pick(recalled);
      if (learn(agent, text, Optional.empty()).outcome() == ItemWriter.Effect.CREATED) {
        echoes++;
      }
    } else if (kind < 90) {
      String text = "the build server of the %s is down right now".formatted(pick(THINGS));
      ItemWriter.Written _ = learn(agent, text + ", run " + ++marks, Optional.empty());
    } else {
      String text =
          "opened file number %d of the %s and closed it".formatted(++marks, pick(THINGS));
      if (kind < 99) {
        as(agent, (tx, caller) -> new SessionNotes(tx).keep(caller, List.of(text, "ok")));
      } else {
        ItemWriter.Written _ = learn(agent, text, Optional.empty());
      }
    }
  }

  private void plant(int agent) {
    String group = pick(groups(agent));
    String mark = "q%sz".formatted(Integer.toString(++marks + 1_000, 26).toLowerCase(Locale.ROOT));
    String thing = pick(THINGS);
    String deed = pick(DEEDS);
    String object = pick(OBJECTS);
    String text = "the %s %s %s %s %s".formatted(mark, thing, deed, object, pick(REASONS));
    String question =
        "what does the %s %s with %s".formatted(mark, thing, object.split(" ", -1)[1]);
    ItemWriter.Written written = learn(agent, text, Optional.of(group));
    planted.add(written.item().id());
    facts.add(new Fact(group, mark, text, question, written.item().id()));
  }

  private ItemWriter.Written learn(int agent, String content, Optional<String> group) {
    JsonObject body = JsonObject.empty().with("type", "insight").with("content", content);
    return as(
        agent,
        (tx, caller) ->
            new ItemWriter(tx).write(caller, ItemDraft.of(ItemType.LEARNING, body).inGroup(group)));
  }

  private Figures figures() {
    List<String> kept =
        ledger.read(tx -> tx.texts("SELECT id FROM memory_item WHERE deleted_ms IS NULL"));
    List<String> unused =
        ledger.read(
            tx -> tx.texts("SELECT id FROM memory_item WHERE deleted_ms IS NULL AND uses = 0"));
    return new Figures(
        kept.size(),
        (int) unused.stream().filter(item -> !planted.contains(item)).count(),
        facts.size(),
        asked,
        found,
        leaks,
        restated,
        echoes,
        mostStartBytes,
        (int) (allStartBytes / sessions));
  }
}
