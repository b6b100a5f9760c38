package org.sovereignbook.sbp.cli.keep;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.SocietyMove;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.ProgressBar;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.node.Wording;
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
@Synonyms(
    value = {"dump", "save"},
    options = "--to: sbp backup FILE")
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

  /** Refuses a file inside the node, or one that is there, with a name that is free. */
  private static void requireFree(Path target, Node node) {
    Path root = node.home().root().toAbsolutePath().normalize();
    boolean isInside = target.toAbsolutePath().normalize().startsWith(root);
    if (!isInside && !Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Path beside = isInside ? root.resolveSibling(target.getFileName()) : target;
    throw CliException.refused(
        target
            + (isInside
                ? " is in the node that it would be a backup of"
                : " exists; nothing is written over"),
        "a name that is free:  sbp backup " + Quoting.shell(free(beside).toString()));
  }

  /** Returns the first name that is free: {@code a.zip}, {@code a-2.zip}, {@code a-3.zip}. */
  private static Path free(Path wanted) {
    String name = wanted.getFileName().toString();
    int dot = name.lastIndexOf('.');
    String start = (dot > 0 ? name.substring(0, dot) : name).replaceFirst("-\\d{1,6}$", "");
    String ending = dot > 0 ? name.substring(dot) : "";
    return Stream.concat(
            Stream.of(wanted),
            IntStream.iterate(2, number -> number + 1)
                .mapToObj(number -> wanted.resolveSibling(start + "-" + number + ending)))
        .filter(path -> !Files.exists(path, LinkOption.NOFOLLOW_LINKS))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public ExitCode run(Session session) {
    Output output = session.output();
    Node node = session.node();
    Path target = session.world().path(file);
    requireFree(target, node);
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
    } catch (DiskException e) {
      throw new CliException(
          ExitCode.FAILED,
          e.getMessage(),
          "another place:  sbp backup " + Quoting.shell("../" + target.getFileName()));
    }
    output.line(
        "%s: %d files, %s, read back and the same"
            .formatted(target, manifest.files().size(), Wording.size(manifest.bytes())));
    output.line(
        withKeys
            ? "the private keys are in it: keep it where nobody else can read it"
            : "the private keys are not in it: keep runtime/identity/*keypair.json in a safe"
                + " place, or use --with-keys");
    return output.done(Made.of(target, manifest));
  }
}
