package org.sovereignbook.sbp.cli.memory;

import org.sovereignbook.sbp.frontend.command.Example;
import picocli.CommandLine.Command;

/** {@code sbp memory}: what agents remember (CORDELIA). */
@Command(
    description = "what agents remember",
    subcommands = {
      HotShow.class,
      HotSet.class,
      HotVerify.class,
      HotBind.class,
      ItemAdd.class,
      ItemSearch.class,
      ItemRead.class,
      ItemEdit.class,
      ItemShare.class,
      MemoryApprove.class,
      ItemForget.class,
      ItemErase.class,
      MemoryHistory.class,
      MemoryStatus.class,
      NoveltyCommand.class,
      FileTool.class,
      MemoryExport.class,
      MemoryImport.class,
      SessionHook.class
    })
@Example("sbp memory search 'how do we release'")
public final class MemoryCommand extends MemoryReport {}
