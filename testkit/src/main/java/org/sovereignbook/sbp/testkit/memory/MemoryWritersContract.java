package org.sovereignbook.sbp.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.AuditCheck;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryBeginning;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemoryObserver;
import org.sovereignbook.sbp.society.memory.MemorySearch;
import org.sovereignbook.sbp.society.recall.RecallIndex;

/**
 * Two writers, each a process at a node directory, on one database, which are killed at random and
 * go on: every fact is there once with both versions, no count is lost or doubled, each finds what
 * the other wrote for the group, and chain, index and audit are whole.
 */
public abstract class MemoryWritersContract {
  /** Property with the number of kills of the large trial; without it there is none. */
  private static final String KILLS = "sbp.memory.kills";

  private static final List<String> AGENTS = List.of("ann", "ben");

  private static final long LONGEST_LIFE_MS = 60;

  @TempDir private Path folder;

  /** Opens the database in a process of its own; has a public constructor without parameters. */
  protected abstract Class<? extends LedgerProvider> provider();

  /** Returns more of the nodes' configuration, such as the database's place. */
  protected JsonObject config() {
    return JsonObject.empty();
  }

  /** Returns the number of node directories, as on so many machines; one for a file database. */
  protected int machines() {
    return 1;
  }

  @Test
  void killedWritersLoseNothingAndDoubleNothing() throws Exception {
    trial(3);
  }

  @Test
  @Tag("trial")
  void writersKilledManyTimesLoseNothingAndDoubleNothing() throws Exception {
    trial(Integer.getInteger(KILLS, 10));
  }

  private List<Node> nodes() {
    List<Node> nodes = new ArrayList<>();
    JsonObject config = config();
    for (int i = 0; i < machines(); i++) {
      Node node = Node.at(folder.resolve("machine-" + i));
      node.writeJson(node.home().schedulerConfig(), config);
      nodes.add(node);
    }
    // One node on several machines has one key.
    KeyPair keys = KeyPair.generate(nodes.getFirst().random());
    for (Node node : nodes) {
      KeyFile.save(node.disk(), node.home().keypair(), keys, node.now());
    }
    return nodes;
  }

  private Ledger open(Node node) throws ReflectiveOperationException {
    return Ledger.open(node, provider().getConstructor().newInstance().open(node))
        .observedBy(List.of(new MemoryObserver()));
  }

  private void trial(int kills) throws Exception {
    List<Node> nodes = nodes();
    try (Ledger ledger = open(nodes.getFirst())) {
      MemoryBeginning.ensure(ledger);
      ledger.run(MemoryWritersContract::prepare);
      runAndKill(nodes, kills);
      int facts = check(ledger);
      System.out.printf("%s: %d facts, %d kills%n", getClass().getSimpleName(), facts, kills);
    }
  }

  private static void prepare(Transaction tx) {
    Caller owner = Caller.owner("command");
    Groups.Seen _ = Groups.create(tx, owner, MemoryWriter.GROUP, "Team", JsonObject.empty());
    for (String agent : AGENTS) {
      Registration.usual(agent, AgentType.CUSTOM).register(tx, owner);
      Groups.Seen _ =
          Groups.add(
              tx,
              owner,
              MemoryWriter.GROUP,
              MemoryHolder.named(tx, owner, Optional.of(agent)),
              GroupRole.MEMBER);
    }
    ItemWriter.Written _ = new ItemWriter(tx).write(owner, MemoryWriter.counter());
  }

  private void runAndKill(List<Node> nodes, int kills) throws Exception {
    Random random = new Random(50);
    List<Process> processes = new ArrayList<>();
    try {
      for (int i = 0; i < AGENTS.size(); i++) {
        processes.add(start(nodes, i));
      }
      for (int i = 0; i < kills; i++) {
        int one = random.nextInt(AGENTS.size());
        awaitOneFact(processes.get(one), one);
        boolean hasEnded =
            processes.get(one).waitFor(random.nextLong(LONGEST_LIFE_MS), TimeUnit.MILLISECONDS);
        assertThat(hasEnded).as(logs()).isFalse();
        int _ = processes.get(one).destroyForcibly().waitFor();
        processes.set(one, start(nodes, one));
      }
      Path _ = Files.createFile(enough());
      for (Process process : processes) {
        assertThat(process.waitFor()).as(logs()).isZero();
      }
    } finally {
      for (Process process : processes) {
        int _ = process.destroyForcibly().waitFor();
      }
    }
  }

  /** Waits until a process has begun to write, so that it dies at work and not at its start. */
  private void awaitOneFact(Process process, int one) throws Exception {
    int before = noted(one);
    while (process.isAlive() && noted(one) == before) {
      boolean _ = process.waitFor(5, TimeUnit.MILLISECONDS);
    }
  }

  private Path enough() {
    return folder.resolve("enough");
  }

  private int noted(int one) throws IOException {
    Path notes = notes(one);
    return Files.exists(notes) ? Files.readAllLines(notes).size() : 0;
  }

  private Path notes(int one) {
    return folder.resolve(AGENTS.get(one) + ".notes");
  }

  private Process start(List<Node> nodes, int one) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            MemoryWriter.class.getName(),
            provider().getName(),
            nodes.get(one % nodes.size()).home().root().toString(),
            AGENTS.get(one),
            notes(one).toString(),
            enough().toString());
    Path log = Files.createTempFile(folder, "writer", ".log");
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private String logs() throws IOException {
    StringBuilder all = new StringBuilder();
    try (var files = Files.list(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".log")).toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }

  private static <T> T as(Ledger ledger, String agent, Permissions.Work<T> work) {
    return Permissions.run(
        ledger,
        new ToolCall(
            "memory_search", JsonObject.empty(), "command", Optional.of(agent), Optional.empty()),
        work);
  }

  /** Returns the number of facts, of which all are as they must be. */
  private int check(Ledger ledger) throws IOException {
    TreeSet<String> counted = new TreeSet<>();
    for (String agent : AGENTS) {
      int facts = noted(AGENTS.indexOf(agent));
      for (int i = 0; i < facts; i++) {
        String id = MemoryWriter.fact(agent, i);
        counted.add(id);
        List<Items.Version> versions =
            as(ledger, agent, (tx, caller) -> new Items(tx).history(caller, id));
        assertThat(versions).as(id).extracting(Items.Version::version).containsExactly(2L, 1L);
      }
      HotMemory.Chain chain =
          as(
              ledger,
              agent,
              (tx, caller) ->
                  new HotMemory(tx)
                      .verify(caller, MemoryHolder.named(tx, caller, Optional.of(agent))));
      assertThat(chain.problem()).as(agent).isEmpty();
      assertThat(chain.sessions()).isEqualTo(facts / MemoryWriter.FACTS_OF_A_SESSION);
      String others = MemoryWriter.fact(AGENTS.get(1 - AGENTS.indexOf(agent)), 0);
      List<String> found =
          as(
              ledger,
              agent,
              (tx, caller) ->
                  new MemorySearch(tx)
                      .search(caller, "kelp " + others, ItemFilter.ALL, 3).stream()
                          .map(hit -> hit.item().body().string("content").orElse(""))
                          .toList());
      assertThat(found).as(agent).contains("kelp " + others + " draft 1");
    }
    Items.Whole counter =
        as(
            ledger,
            AGENTS.getFirst(),
            (tx, caller) -> new Items(tx).find(caller, MemoryWriter.COUNTER));
    List<String> lines = counter.body().string("content").orElseThrow().lines().skip(1).toList();
    assertThat(lines).containsExactlyInAnyOrderElementsOf(counted);
    assertThat(counter.item().version()).isEqualTo(1 + counted.size());
    assertThat(
            ledger.<Long>read(
                tx -> tx.number("SELECT COUNT(*) FROM memory_item WHERE deleted_ms IS NULL")))
        .isEqualTo(counted.size() + 1);
    assertThat(ledger.read(RecallIndex::drift)).isEmpty();
    assertThat(AuditCheck.run(ledger, List.of()).findings()).isEmpty();
    return counted.size();
  }
}
