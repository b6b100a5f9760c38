package org.sovereignbook.sbp.cli.memory;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
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
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp memory export}: own items as Markdown files. */
@Command(
    name = "export",
    description = "write your items as Markdown files with front matter",
    footer = "Edit them, and write what differs as next versions:  sbp memory import DIR")
@Example("sbp memory export ../memory")
@Exit(code = ExitCode.REFUSED, means = "the folder has files already")
@AgentAccess(data = DataAccess.RESTRICTED, usual = true, own = true)
final class MemoryExport extends SocietyCommand<MemoryExport.ExportedFiles> {
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
    if (disk.exists(target) && !(disk.files(target).isEmpty() && disk.folders(target).isEmpty())) {
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
      disk.writePrivate(target.resolve(file.name()), file.text().getBytes(StandardCharsets.UTF_8));
    }
    output.line("%s: %d items".formatted(target, exported.items()));
    return output.done(exported);
  }
}
