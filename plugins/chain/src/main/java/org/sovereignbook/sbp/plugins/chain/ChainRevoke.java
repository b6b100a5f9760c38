package org.sovereignbook.sbp.plugins.chain;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp chain revoke}: withdraws feedback of this node. */
@Command(name = "revoke", description = "withdraw feedback that this node gave")
@Example("sbp chain revoke --help")
@Prints(ChainWrite.Written.class)
@Exit(code = ExitCode.REFUSED, means = "there is no such feedback, or a key is missing")
@Exit(code = ExitCode.NOT_VALID, means = "the contract refused it; the fee is paid")
final class ChainRevoke extends ChainWrite {
  @Parameters(index = "0", paramLabel = "AGENT", description = "its name or id")
  String name = "";

  @Parameters(
      index = "1",
      paramLabel = "INDEX",
      description = "the feedback's number, as sbp chain read shows it")
  long index;

  @Override
  Optional<ChainAction> action(Open chain) {
    Agent agent = agent(chain, name);
    String signer = chain.ledger().node().config().get(ChainSettings.KEY);
    return Optional.of(
        chain
            .ledger()
            .read(tx -> new ChainLog(tx).registered(chain.network(), agent.id()))
            .map(known -> new ChainAction.Revoke(signer, agent.id().hex(), known.number(), index))
            .orElseThrow(
                () -> CliException.refused(agent.name() + " is not registered on this chain")));
  }

  @Override
  String already() {
    return "it is withdrawn";
  }

  @Override
  String command() {
    return "chain revoke";
  }
}
