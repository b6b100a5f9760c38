package org.sovereignbook.sbp.plugins.chain;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.SecretVariables;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.plugins.team.TeamMember;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp chain register}: registers an agent, or gives it another wallet. */
@Command(
    name = "register",
    description = "register an agent on the chain",
    footer = {
      "The key in its wallet's variable registers it and owns it. With another variable later,",
      "the owner gives it that wallet."
    })
@Example("sbp chain register reader --yes")
@Prints(ChainWrite.Written.class)
@Exit(
    code = ExitCode.REFUSED,
    means =
        "a key is missing, or is the one that gives feedback; or an address does not answer (not on"
            + " the mock)")
@Exit(code = ExitCode.NOTHING_TO_DO, means = "it is registered with this wallet")
@Exit(code = ExitCode.NOT_VALID, means = "the contract refused it; the fee is paid")
final class ChainRegister extends ChainWrite {
  @Parameters(paramLabel = "AGENT", description = "its name or id")
  String name = "";

  @Option(
      names = "--wallet",
      paramLabel = "VARIABLE",
      description = "the variable with its wallet's key (AGENT_WALLET_KEY, in capitals)")
  Optional<String> wallet = Optional.empty();

  @Option(
      names = "--unanswered",
      description = "register it although an address of it does not answer now")
  boolean unanswered;

  @Override
  Optional<ChainAction> action(Open chain) throws ChainException, InterruptedException {
    Agent agent = agent(chain, name);
    String variable =
        wallet.or(() -> ofTeam(chain, agent)).orElseGet(() -> variableOf(agent.name()));
    if (!SecretVariables.isName(variable)) {
      throw CliException.wrong(variable + ": the variable is named " + SecretVariables.FORM);
    }
    requireOther(chain, variable);
    Optional<ChainLog.Registered> known =
        chain.ledger().read(tx -> new ChainLog(tx).registered(chain.network(), agent.id()));
    if (known.isEmpty()) {
      RegistrationFile registration = RegistrationFile.of(chain.ledger(), agent);
      requireAnswers(chain, registration);
      return Optional.of(
          new ChainAction.Register(variable, agent.id().hex(), registration.document()));
    }
    return known
        .filter(one -> !one.wallet().equals(variable))
        .map(
            one ->
                new ChainAction.SetWallet(one.owner(), agent.id().hex(), one.number(), variable));
  }

  /**
   * Says which of the ways in the registration do not answer. On a chain it costs to correct one,
   * so such a registration is refused there.
   */
  private void requireAnswers(Open chain, RegistrationFile registration)
      throws InterruptedException {
    List<String> silent = registration.unanswered(chain.ledger().node());
    silent.forEach(chain.session().output()::line);
    if (!silent.isEmpty() && !unanswered && !dryRun && !chain.name().equals(ChainSettings.MOCK)) {
      throw CliException.refused(
          silent.getFirst(), "sbp doctor, or the same command with --unanswered");
    }
  }

  /** Returns the variable that the node's team names for a member. */
  private static Optional<String> ofTeam(Open chain, Agent agent) {
    Node node = chain.ledger().node();
    TeamFiles files = TeamFiles.in(node);
    return node.disk().exists(files.file())
        ? files.read().member(agent.name()).map(TeamMember::wallet).filter(it -> !it.isEmpty())
        : Optional.empty();
  }

  /** Returns the variable of an agent's wallet unless another one is named. */
  static String variableOf(String agent) {
    return agent.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_") + "_WALLET_KEY";
  }

  /** Refuses the key that gives feedback, which the registry would refuse for its own agent. */
  private static void requireOther(Open chain, String variable) throws ChainException {
    String rater = chain.ledger().node().config().get(ChainSettings.KEY);
    boolean isSame = rater.equals(variable);
    if (!isSame && chain.session().world().environment().containsKey(rater)) {
      isSame = chain.client().address(rater).equals(chain.client().address(variable));
    }
    if (isSame) {
      throw CliException.refused(
          variable + " and " + rater + " are the same account, which may not rate its own agent");
    }
  }

  @Override
  String already() {
    return name + " is registered with this wallet";
  }

  @Override
  String command() {
    return "chain register";
  }
}
