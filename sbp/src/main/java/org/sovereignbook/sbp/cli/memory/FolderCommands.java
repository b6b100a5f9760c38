package org.sovereignbook.sbp.cli.memory;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.EditedFile;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryFolder;
import org.sovereignbook.sbp.society.memory.MemoryFolder.Fate;
import org.sovereignbook.sbp.society.memory.MemoryFolder.Imported;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Own items as Markdown files, and files as items. */
final class FolderCommands {
  private FolderCommands() {}

  @Command(
      name = "export",
      description = "write your items as Markdown files with front matter",
      footer = "Edit them, and write what differs as next versions:  sbp memory import DIR")
  @Example("sbp memory export ../memory")
  @Exit(code = ExitCode.REFUSED, means = "the folder has files already")
  @AgentAccess(data = DataAccess.RESTRICTED, usual = true, own = true)
  static final class Export extends SocietyCommand<Export.ExportedFiles> {
    @Parameters(paramLabel = "DIR", description = "a new folder")
    Path folder = Path.of("");

    /** The files. */
    record ExportedFiles(
        LocalPath folder, int items, @Shape.Hidden List<MemoryFolder.Exported> files) {}

    private Path target = Path.of("");

    @Override
    protected void prepare(Session session) {
      target = session.world().path(folder);
      Disk disk = session.world().disk();
      if (disk.exists(target)
          && !(disk.files(target).isEmpty() && disk.folders(target).isEmpty())) {
        throw CliException.refused(
            target + " has files already", "name a new folder:  sbp memory export DIR");
      }
    }

    @Override
    protected List<Authority> shown(Transaction tx, ExportedFiles exported) {
      return new Items(tx)
          .causes(exported.files().stream().map(MemoryFolder.Exported::item).toList());
    }

    @Override
    protected ExportedFiles work(Transaction tx, Caller caller) {
      List<MemoryFolder.Exported> files = new MemoryFolder(tx).exported(caller);
      return new ExportedFiles(new LocalPath(target), files.size(), files);
    }

    @Override
    protected ExitCode show(Output output, ExportedFiles exported) {
      Disk disk = session().world().disk();
      disk.createFolders(target);
      for (MemoryFolder.Exported file : exported.files()) {
        disk.writePrivate(
            target.resolve(file.name()), file.text().getBytes(StandardCharsets.UTF_8));
      }
      output.line("%s: %d items".formatted(target, exported.items()));
      return output.done(exported);
    }
  }

  @Command(
      name = "import",
      description = "write the items of Markdown files, as new ones or next versions",
      footer = {
        "A file that says what the item says changes nothing. A file that was made of an earlier",
        "version is a conflict, which is listed and not written."
      })
  @Example("sbp memory import ../memory")
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such folder")
  @Exit(
      code = ExitCode.REFUSED,
      means = "some files are conflicts or not valid; the rest is written")
  @AgentAccess(data = DataAccess.NONE, usual = true, own = true)
  static final class Import extends SocietyCommand<Import.ImportedFiles> {
    private static final int MAX_FILE_BYTES = 2 << 20;
    private static final long MAX_ALL_BYTES = 64L << 20;

    @Parameters(paramLabel = "DIR", description = "the folder")
    Path folder = Path.of("");

    /**
     * The outcome.
     *
     * @param problems files that were not written: conflicts, and files that are no items
     * @param notes files that were written, with something odd
     */
    record ImportedFiles(
        long created, long updated, long unchanged, List<Imported> problems, List<Imported> notes) {
      static ImportedFiles of(List<Imported> all) {
        return new ImportedFiles(
            count(all, Fate.CREATED),
            count(all, Fate.UPDATED),
            count(all, Fate.UNCHANGED),
            all.stream().filter(one -> one.problem().isPresent()).toList(),
            all.stream().filter(one -> one.note().isPresent()).toList());
      }

      private static long count(List<Imported> all, Fate fate) {
        return all.stream().filter(one -> one.fate() == fate).count();
      }
    }

    private Map<String, String> files = Map.of();

    @Override
    protected void prepare(Session session) {
      Disk disk = session.world().disk();
      Path from = session.world().path(folder);
      if (!disk.exists(from)) {
        throw CliException.notFound("there is no folder " + from);
      }
      Map<String, String> read = new LinkedHashMap<>();
      long bytes = 0;
      for (Path file : disk.files(from)) {
        if (file.getFileName().toString().endsWith(".md")) {
          bytes += disk.sizeBytes(file);
          requireWithin(file, disk.sizeBytes(file), MAX_FILE_BYTES);
          requireWithin(from, bytes, MAX_ALL_BYTES);
          requireWithin(from, read.size() + 1L, MemoryFolder.MOST_FILES);
          read.put(
              file.getFileName().toString(),
              new String(EditedFile.read(disk, file).bytes(), StandardCharsets.UTF_8));
        }
      }
      files = read;
    }

    private static void requireWithin(Path what, long has, long most) {
      if (has > most) {
        throw CliException.refused(what + " is too large: " + has + ", more than " + most);
      }
    }

    @Override
    protected ImportedFiles work(Transaction tx, Caller caller) {
      return ImportedFiles.of(new MemoryFolder(tx).imported(caller, files));
    }

    @Override
    protected ExitCode show(Output output, ImportedFiles imported) {
      output.line(
          "%d created, %d updated, %d unchanged"
              .formatted(imported.created(), imported.updated(), imported.unchanged()));
      for (Imported one : imported.problems()) {
        output.line(
            "%s: %s"
                .formatted(PeerText.plain(one.file()), PeerText.plain(one.problem().orElse(""))));
      }
      for (Imported one : imported.notes()) {
        output.line(
            "%s: %s".formatted(PeerText.plain(one.file()), PeerText.plain(one.note().orElse(""))));
      }
      output.json(imported);
      return imported.problems().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
    }
  }
}
