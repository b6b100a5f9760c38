package org.sovereignbook.sbp.cli.keep;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SocietyMove;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeFinder;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.node.KeyFileException;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.MadeThings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.store.SetAside;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.store.copy.BackupArchive;
import org.sovereignbook.sbp.store.copy.BackupManifest;
import org.sovereignbook.sbp.store.copy.Migration;
import org.sovereignbook.sbp.store.copy.Restore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp restore}: restores a node from its backup, and compares both. */
@Command(description = "a node from its backup")
@Example("sbp restore ../my-agent.zip ../restored")
@Prints(RestoreCommand.Restored.class)
@Exit(code = ExitCode.REFUSED, means = "the backup is damaged, or something is in the way")
@Exit(
    code = ExitCode.FAILED,
    means = "the node is restored with its state in files, but its own store cannot be filled")
@ForOwner
public final class RestoreCommand implements Subcommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "what sbp backup has made")
  Path file = Path.of("");

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "DIR",
      description = "the node's folder, new or empty (default: as it was called, here)")
  Optional<Path> folder = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "STORE",
      description = "where its state goes: files, sqlite, postgres, … (default: where it was)")
  Optional<String> store = Optional.empty();

  @Option(names = "--replace", description = "first forget what a database holds already")
  boolean replace;

  @Option(names = "--check", description = "only read the backup and compare it with its manifest")
  boolean check;

  @Mixin OutputOptions options = new OutputOptions();

  /**
   * The result of restoring or checking a backup.
   *
   * @param home the restored node; empty after a check
   */
  record Restored(
      Optional<LocalPath> home,
      String name,
      String createdAt,
      String store,
      int entries,
      int files,
      long bytes,
      boolean withKeys) {
    static Restored of(BackupManifest from, Optional<Path> home, String store) {
      return new Restored(
          home.map(LocalPath::new),
          from.name(),
          from.createdAt().toString(),
          store,
          from.entries(),
          from.files().size(),
          from.bytes(),
          from.withKeys());
    }
  }

  @Override
  public ExitCode run(Session session) {
    Path from = session.world().path(file);
    if (!session.world().disk().exists(from)) {
      throw CliException.refused(
          "there is no file " + from, "a backup is made by:  sbp backup FILE");
    }
    BackupArchive archive = new BackupArchive(from);
    BackupManifest manifest = archive.verify();
    if (check) {
      session.output().line(summary(manifest) + ": whole");
      return session.output().done(Restored.of(manifest, Optional.empty(), manifest.store()));
    }
    Path target = session.world().path(folder.orElseGet(() -> Path.of(manifest.folder())));
    requireOutside(session, target);
    Node node = session.nodeAt(target);
    BackupManifest _ = new Restore(node, StoreCommand.COLLECTIONS).from(archive);
    NodeAcceptance acceptance = new NodeAcceptance(session, node);
    acceptance.forget();
    List<MadeThings.Loss> _ = node.made().look();
    String used = fill(session, node, store.orElse(manifest.store()));
    seal(session, node);
    print(session.output(), node.home(), manifest);
    if (!acceptance.isAccepted() && !acceptance.programs().isEmpty()) {
      session.output().line("it brings programs; before they run:  sbp accept");
    }
    return session.output().done(Restored.of(manifest, Optional.of(node.home().root()), used));
  }

  /** Refuses a folder below a node: no node is inside of another. */
  private void requireOutside(Session session, Path target) {
    Path absolute = target.toAbsolutePath().normalize();
    for (Path above = absolute.getParent(); above != null; above = above.getParent()) {
      if (NodeFinder.isNode(session.world().disk(), above)) {
        throw CliException.refused(
            absolute + " would be inside the node " + above + "; nothing was changed",
            "beside it:  sbp restore %s %s"
                .formatted(
                    Quoting.shell(file.toString()),
                    Quoting.shell(
                        above.resolveSibling(above.getFileName() + "-restored").toString())));
      }
    }
  }

  /** Fills the store. If that fails, the state is still there as files. */
  private String fill(Session session, Node node, String wanted) {
    if (wanted.equals(StoreSettings.FILES)) {
      return wanted;
    }
    try {
      SocietyMove society = StoreMigrate.society(session, node, wanted);
      society.copy(replace);
      new Migration(node, session.stores(), StoreCommand.COLLECTIONS, Migration.Watcher.NONE)
          .run(wanted, replace);
      Optional<Path> _ = society.setAside();
      // The backup contains everything, so the files that the store was filled from can go.
      SetAside.all(node).forEach(one -> OwnerOnly.deleteTree(one.path()));
      return wanted;
    } catch (StoreException | PluginException | org.sovereignbook.sbp.node.NodeException e) {
      throw new CliException(
          ExitCode.FAILED,
          node.home().root() + " is restored, with its state in files: " + e.getMessage(),
          "cd "
              + Quoting.shell(node.home().root().toString())
              + " && sbp store migrate --to "
              + wanted);
    }
  }

  /**
   * Starts a new record of the audit trail's ends with those that were restored: a backup has none.
   */
  private static void seal(Session session, Node node) {
    try {
      LostCommand.sealAgain(session, node);
    } catch (StoreException | KeyFileException e) {
      session.output().note("the trail of decisions is not sealed: " + e.getMessage());
    }
  }

  private static String summary(BackupManifest manifest) {
    return "%s of %s, %d files, %d bytes"
        .formatted(
            PeerText.plain(manifest.name()),
            manifest.createdAt(),
            manifest.files().size(),
            manifest.bytes());
  }

  private static void print(Output output, NodeHome home, BackupManifest manifest) {
    String root = Quoting.shell(home.root().toString());
    output.line("restored  " + summary(manifest) + ", the same as backed up, in " + home.root());
    output.line("next      cd " + root);
    manifest
        .links()
        .forEach(
            (path, to) -> {
              if (!Files.isSymbolicLink(home.root().resolve(path))) {
                output.note(
                    "left out: %s, a link to %s, out of the node"
                        .formatted(PeerText.quote(path), PeerText.quote(to)));
              }
            });
    if (!manifest.withKeys()) {
      output.line("          cp SAFE/*keypair.json runtime/identity/    the keys are not in it");
    }
    output.line("          sbp doctor");
    output.note(
        "never let two copies of one node run at a time; this one does not know what was received"
            + " and sent after "
            + manifest.createdAt());
  }
}
