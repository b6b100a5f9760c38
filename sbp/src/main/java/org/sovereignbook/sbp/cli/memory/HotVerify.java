package org.sovereignbook.sbp.cli.memory;

import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.recall.RecallIndex;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp memory verify}: checks the chain of a hot context (CORDELIA §3.3). */
@Command(name = "verify", description = "check a hot context's chain")
@Example("sbp memory verify")
@Exit(code = ExitCode.NOT_VALID, means = "the chain is broken")
@Tool(
    set = Toolset.MEMORY,
    shows = Tool.Text.OWN,
    reads = true,
    without = "--search",
    text =
        "Checks the chain of sessions of your hot context against its text and the log of session"
            + " ends. Returns whether it is intact, or what is wrong.")
@AgentAccess(data = DataAccess.NONE, usual = true, own = true)
final class HotVerify extends SocietyCommand<HotVerify.Verified> {
  @Parameters(paramLabel = "AGENT", arity = "0..1", description = "whose; your own if left out")
  @ToolArgument.Of(name = "user_id", text = "whose: you (default) or an agent below you")
  Optional<String> user = Optional.empty();

  @Option(names = "--search", description = "also compare the search index, and mend it (owner)")
  boolean search;

  /**
   * The state of the chain.
   *
   * @param sessions how many sessions have ended
   * @param search with {@code --search}: how the index of search was, which is mended now
   */
  record Verified(
      boolean intact,
      long sessions,
      Optional<String> chainHash,
      Optional<String> problem,
      Optional<String> search) {}

  @Override
  protected Verified work(Transaction tx, Caller caller) {
    HotMemory.Chain chain = new HotMemory(tx).verify(caller, MemoryHolder.named(tx, caller, user));
    return new Verified(
        chain.problem().isEmpty(),
        chain.sessions(),
        chain.chainHash(),
        chain.problem(),
        search ? Optional.of(mended(tx, caller)) : Optional.empty());
  }

  private static String mended(Transaction tx, Caller caller) {
    if (!caller.isUnbounded()) {
      throw MemoryRights.denied(
          caller, MemoryRights.UNAUTHORIZED, "only the owner mends the index of search");
    }
    Optional<String> drift = RecallIndex.drift(tx);
    if (drift.isPresent()) {
      RecallIndex.rebuild(tx);
      new Items(tx).indexAgain();
    }
    return drift.map(it -> it + "; indexed again").orElse("search: intact");
  }

  @Override
  protected ExitCode show(Output output, Verified verified) {
    output.line(
        verified.problem().orElse("intact, %d sessions have ended".formatted(verified.sessions())));
    verified.search().ifPresent(output::line);
    output.json(verified);
    return verified.intact() ? ExitCode.DONE : ExitCode.NOT_VALID;
  }
}
