package org.sovereignbook.sbp.cli.keep;

import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SocietyMove;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.ProgressBar;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.copy.Backup;
import org.sovereignbook.sbp.store.copy.BackupManifest;
import org.sovereignbook.sbp.store.copy.StoreDigest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp backup}: writes the whole node to one file, from any store, also while the node
 * serves.
 */
@Command(description = "back up the whole node to one file")
@Example("sbp backup ../my-agent.zip")
@Prints(BackupCommand.Made.class)
@Exit(code = ExitCode.BUSY, means = Exit.NODE_HELD)
@ForOwner
public final class BackupCommand extends NodeCommand {
  @Parameters(paramLabel = "FILE", description = "a new zip file, outside of the node")
  Path file = Path.of("");

  @Option(
      names = "--with-keys",
      description = "with the private keys: a holder of the file can then act as the node")
  boolean withKeys;

  record Made(LocalPath file, String store, int entries, int files, long bytes, boolean withKeys) {
    static Made of(Path file, BackupManifest manifest) {
      return new Made(
          new LocalPath(file),
          manifest.store(),
          manifest.entries(),
          manifest.files().size(),
          manifest.bytes(),
          manifest.withKeys());
    }
  }

  /** Returns a consistent copy of the society's database, also while others write to it. */
  private static Backup.Addition society(Session session, Node node) {
    return copy ->
        SocietyMove.into(
            copy, node, session.extensions(Optional.of(node)).ledger(Stores.backend(node)));
  }

  @Override
  public ExitCode run(Session session) {
    Node node = session.node();
    Path target = session.world().path(file);
    BackupManifest manifest;
    try (ExclusiveStore held = session.exclusive(node, "backup");
        ProgressBar bar = ProgressBar.of(session)) {
      int total =
          StoreDigest.usage(held.store(), StoreCommand.COLLECTIONS).values().stream()
              .mapToInt(usage -> (int) usage.files())
              .sum();
      manifest =
          new Backup(node, held.store(), StoreCommand.COLLECTIONS)
              .into(target, withKeys, society(session, node), done -> bar.advance(done, total));
    }
    session
        .output()
        .line(
            "%s: %d files, %d bytes, read back and the same"
                .formatted(target, manifest.files().size(), manifest.bytes()));
    session
        .output()
        .line(
            withKeys
                ? "the private keys are in it: keep it where nobody else can read it"
                : "the private keys are not in it: keep runtime/identity/*keypair.json in a safe"
                    + " place, or use --with-keys");
    return session.output().done(Made.of(target, manifest));
  }
}
