package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.runtime.plugin.LoadedPlugins;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.store.file.FileStoreProvider;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** {@code sbp store}, and the other commands on a node whose store is not its files. */
class StoreCommandTest {
  private TestNode made;
  private Node node;
  private CliTest cli;
  private boolean broken;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    made = TestNode.in(folder.resolve("node"));
    node = made.node();
    made.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    cli = CliTest.in(node.home().root());
  }

  @Test
  void infoSaysWhatIsKeptWhere() {
    CliTest.Ran ran = run("store", "--json");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.json().string("store")).contains("files");
    assertThat(ran.json().object("entries").orElseThrow().integer("peers")).hasValue(1);
    assertThat(run("store", "info").out()).contains("location  " + node.home().runtime());
  }

  @Test
  void infoPrintsTheDigestOnRequest() {
    assertThat(run("store", "info", "--digest", "--json").json().string("digest"))
        .hasValueSatisfying(digest -> assertThat(digest).matches("sha256:[0-9a-f]{64}"));
    assertThat(run("store", "info", "--digest").lines().getLast()).startsWith("all ");
  }

  @Test
  void migrateMovesTheNodeAndEveryCommandFollows() {
    JsonObject result = run("store", "migrate", "--to", "second", "--json").json();

    assertThat(result.string("from")).contains("files");
    assertThat(result.string("to")).contains("second");
    assertThat(run("peers").out()).contains("Alice");
    assertThat(run("status", "--json").json().string("store")).contains("second");
    assertThat(run("status", "--all").out()).contains("store     second");
    assertThat(run("log", "--ops").out()).contains("moved from the store files to second");
    assertThat(run("inbox").exit()).isEqualTo(ExitCode.DONE);
    assertThat(run("outbox").exit()).isEqualTo(ExitCode.DONE);
    assertThat(run("peers", "block", "Alice").exit()).isEqualTo(ExitCode.DONE);
    assertThat(run("peers", "--json").json().toString()).contains("blocked");
    assertThat(new FileStore(node).peers().peers())
        .as("the old files are out of the way")
        .isEmpty();
    assertThat(run("store", "migrate", "--to", "second").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(run("store", "migrate", "--to", "files").exit()).isEqualTo(ExitCode.DONE);
    assertThat(new FileStore(node).peers().peers()).hasSize(1);
  }

  @Test
  void migrateSaysWhereTheOldStateIs() {
    assertThat(run("store", "migrate", "--to", "second").lines().getLast())
        .startsWith("what files held is kept in " + node.home().runtime() + "/store-set-aside-");
  }

  @Test
  void migrateWaitsForNobody() {
    for (Path lock :
        List.of(
            NodeLock.tick(node.home()), NodeLock.step(node.home()), NodeLock.server(node.home()))) {
      try (NodeLock held =
          NodeLock.tryAcquire(lock, "somebody", node.now(), "token").orElseThrow()) {
        assertThat(held).isNotNull();
        CliTest.Ran ran = run("store", "migrate", "--to", "second");
        assertThat(ran.exit()).isEqualTo(ExitCode.BUSY);
        assertThat(ran.err()).contains("somebody");
      }
    }
    assertThat(Stores.backend(node)).isEqualTo("files");
    assertThat(run("store", "migrate", "--to", "second").exit())
        .as("a refused migration holds nothing")
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void migrateNeedsToKnowWhereTo() {
    assertThat(run("store", "migrate").exit()).isEqualTo(ExitCode.WRONG_COMMAND_LINE);
    assertThat(run("store", "migrate", "--cancel").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  @Test
  void anInterruptedMigrationIsSpokenOfAndCanBeGivenUp() {
    node.writeText(
        node.home().operational().resolve("store-migration.json"),
        "{\"from\":\"files\",\"to\":\"second\",\"begun\":\"2026-03-17T12:00:00Z\"}");

    assertThat(run("store").err()).contains("sbp store migrate --to second");
    assertThat(run("doctor").out()).contains("sbp store migrate --to second");
    assertThat(run("store", "migrate", "--cancel").out()).contains("stays with files");
    assertThat(run("store").err()).isEmpty();
  }

  @Test
  void statusAndDoctorSayWhatTheyCanWithoutTheStore() {
    run("store", "migrate", "--to", "second");
    broken = true;

    CliTest.Ran status = run("status", "--all");
    assertThat(status.exit()).isEqualTo(ExitCode.DONE);
    assertThat(status.out())
        .contains("identity  ")
        .contains("store     second: the database is down; start it");
    assertThat(run("status", "--json").json().string("store_problem"))
        .contains("the database is down; start it");
    assertThat(run("doctor").out())
        .contains("pass  keys")
        .contains("fail  store: the database is down\nfail  store: start it");
  }

  @Test
  void everyOtherCommandFailsClearlyWithoutTheStore() {
    run("store", "migrate", "--to", "second");
    broken = true;

    for (String command : List.of("peers", "inbox", "outbox", "log", "tick", "deliver", "store")) {
      CliTest.Ran ran = run(command);
      assertThat(ran.exit()).as(command).isEqualTo(ExitCode.FAILED);
      assertThat(ran.err()).as(command).startsWith("sbp: the database is down; start it");
    }
    broken = false;
    assertThat(run("deliver").exit()).as("nothing stays locked").isEqualTo(ExitCode.NOTHING_TO_DO);
  }

  private CliTest.Ran run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    World world = cli.world(out, err);
    Session session =
        new Session(
            world,
            new Output(world, false),
            Commands.builtIn(),
            Optional.empty(),
            new LoadedPlugins(),
            this::provider);
    ExitCode exit = new Program(session, Commands.builtIn()).run(arguments);
    CliTest.Ran ran =
        new CliTest.Ran(
            exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    CommandContract.require(List.of(arguments), ran);
    return ran;
  }

  private StoreProvider provider(Node ignored, String name) {
    return name.equals("files") ? new FileStoreProvider() : new Second();
  }

  /** Files in the folder around the node, or an error. */
  private final class Second implements StoreProvider {
    @Override
    public String name() {
      return "second";
    }

    @Override
    public String description() {
      return "files elsewhere";
    }

    @Override
    public Store open(Node one) {
      if (broken) {
        throw new StoreException("the database is down; start it");
      }
      return new FileStore(
          new Node(
              new NodeHome(one.home().root().resolve("..")),
              one.disk(),
              one.clock(),
              one.random()));
    }
  }
}
