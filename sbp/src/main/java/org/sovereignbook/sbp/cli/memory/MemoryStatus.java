package org.sovereignbook.sbp.cli.memory;

import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.Toolset;
import picocli.CommandLine.Command;

/** {@code sbp memory status}: how much is remembered. */
@Command(name = "status", description = "how much is remembered, and what is found of it")
@Example("sbp memory status")
@Tool(name = "memory_status", set = Toolset.MEMORY, shows = Tool.Text.OWN, reads = true)
@Tool.Says("Counts what you remember: items by type, groups, waiting events. Changes nothing.")
@AgentAccess(data = DataAccess.NONE, usual = true, own = true)
final class MemoryStatus extends MemoryReport {}
