package org.sovereignbook.sbp.cli.keep;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SocietyMove;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.ProgressBar;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.runtime.plugin.Extensions;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.NodeWait;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.copy.Migration;
import org.sovereignbook.sbp.store.copy.MigrationMarker;
import org.sovereignbook.sbp.store.copy.MigrationResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp store migrate}: moves the node's state to another store, and verifies the copy. */
@Command(name = "migrate", description = "copy all state to another store, compare, and use that")
@Example("sbp store migrate --to sqlite")
@Prints({MigrationResult.class, StoreMigrate.Cancelled.class})
@Exit(
    code = ExitCode.NOTHING_TO_DO,
    means = "the node uses this store already, or there is nothing to cancel")
@Exit(code = ExitCode.BUSY, means = "a step, a tick or a server holds the node")
@ForOwner
final class StoreMigrate extends NodeCommand {
  private static final String COMPONENT = "store migrate";

  @Option(
      names = "--to",
      paramLabel = "STORE",
      description = "files, sqlite, postgres, or what a plugin provides")
  Optional<String> to = Optional.empty();

  @Option(names = "--replace", description = "first forget what the new store holds")
  boolean replace;

  @Option(names = "--cancel", description = "give up a migration that was interrupted")
  boolean cancel;

  record Cancelled(String cancelled, String store) {}

  @Override
  public ExitCode run(Session session) {
    if (to.isPresent() == cancel) {
      throw CliException.wrong("say where to, or cancel", "sbp store migrate --to sqlite");
    }
    Node node = session.node();
    NodeWait waiting = session.waiting(node);
    try (NodeLock _ = waiting.until(() -> lock(node, session, NodeLock.tick(node.home())));
        NodeLock _ = waiting.until(() -> lock(node, session, NodeLock.step(node.home())));
        NodeLock _ = lock(node, session, NodeLock.server(node.home()))) {
      return cancel ? cancel(session, node) : migrate(session, node);
    }
  }

  private ExitCode migrate(Session session, Node node) {
    ProgressBar bar = ProgressBar.of(session);
    Optional<MigrationResult> done;
    SocietyMove society = society(session, node, to.orElseThrow());
    try {
      if (!Stores.backend(node).equals(to.orElseThrow())) {
        society.copy(replace || MigrationMarker.of(node).isPresent());
      }
      done =
          new Migration(
                  node,
                  session.stores(),
                  StoreCommand.COLLECTIONS,
                  (_, read, total) -> bar.advance(read, total))
              .run(to.orElseThrow(), replace);
    } catch (ConfigException e) {
      // The new store's settings are changed while the node still uses the old one.
      throw e.key().startsWith("store.")
          ? CliException.refused(
              e.getMessage(), "set it first:  sbp config set " + e.key() + " VALUE")
          : e;
    } finally {
      bar.close();
    }
    if (done.isEmpty()) {
      throw new CliException(
          ExitCode.NOTHING_TO_DO, "the node uses the store " + to.orElseThrow() + " already");
    }
    society.setAside().ifPresent(aside -> session.output().line("the old society is in " + aside));
    MigrationResult result = done.get();
    ExitCode exit = session.output().result(result);
    session.output().line("what " + result.from() + " held is kept in " + result.kept());
    return exit;
  }

  /**
   * Returns the move of the society's database with the store; none once the node uses the new
   * store.
   */
  static SocietyMove society(Session session, Node node, String to) {
    Extensions extensions = session.extensions(Optional.of(node));
    String from =
        MigrationMarker.of(node).map(MigrationMarker::from).orElseGet(() -> Stores.backend(node));
    return new SocietyMove(node, extensions.ledger(from), extensions.ledger(to));
  }

  private static ExitCode cancel(Session session, Node node) {
    MigrationMarker given =
        new Migration(node, session.stores(), StoreCommand.COLLECTIONS, Migration.Watcher.NONE)
            .cancel()
            .orElseThrow(
                () -> new CliException(ExitCode.NOTHING_TO_DO, "no migration was interrupted"));
    session
        .output()
        .line(
            "the node stays with %s; %s keeps what was copied".formatted(given.from(), given.to()));
    return session.output().done(new Cancelled(given.to(), given.from()));
  }

  /** Acquires a lock. All locks are needed, so that no process writes to either store meanwhile. */
  private static NodeLock lock(Node node, Session session, java.nio.file.Path lock) {
    return NodeLock.tryAcquire(lock, COMPONENT, session.now(), node.randomId())
        .orElseThrow(() -> NodeBusyException.of(lock));
  }
}
