package org.sovereignbook.sbp.cli.memory;

import org.sovereignbook.sbp.frontend.command.Example;
import picocli.CommandLine.Command;

/** {@code sbp memory}: what agents remember (CORDELIA). */
@Command(
    description = "what agents remember",
    subcommands = {
      HotCommands.Show.class,
      HotCommands.Write.class,
      HotCommands.Verify.class,
      HotCommands.Bind.class,
      ItemAdd.class,
      ItemSearch.class,
      ItemCommands.Read.class,
      ItemCommands.Edit.class,
      ItemCommands.Share.class,
      MemoryApprove.class,
      ItemCommands.Forget.class,
      ItemCommands.Erase.class,
      MemoryHistory.class,
      MemoryReport.Counted.class,
      NoveltyCommand.class,
      FileTool.class,
      FolderCommands.Export.class,
      FolderCommands.Import.class,
      SessionHook.class
    })
@Example("sbp memory search 'how do we release'")
public final class MemoryCommand extends MemoryReport {}
