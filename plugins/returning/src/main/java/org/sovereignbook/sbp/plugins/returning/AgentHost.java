package org.sovereignbook.sbp.plugins.returning;

import java.io.IOException;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.Widening;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp agent host}: takes in an agent of another node as a guest. */
@Command(
    name = "host",
    description = "take in an agent of another node",
    footer = "It gets the usual capabilities here, as far as it has them at home.")
@Example("sbp agent host ../scout.json")
@Prints(AgentHost.Hosted.class)
@Exit(code = ExitCode.REFUSED, means = "it is of this node, was here before, or its name is taken")
@AgentAccess(data = DataAccess.NONE, dangerous = true)
@ForOwner
final class AgentHost extends SocietyCommand<Agent> implements Widening {
  @Mixin OwnerOptions asOwner = new OwnerOptions();

  @Parameters(paramLabel = "FILE", description = "the file that it left with")
  String file = "";

  @Option(names = "--name", paramLabel = "NAME", description = "how it is called here")
  Optional<String> name = Optional.empty();

  private String text = "";

  /** A guest. */
  record Hosted(String agentId, String name) {}

  @Override
  public OwnerOptions asOwner() {
    return asOwner;
  }

  @Override
  protected void prepare(Session session) throws IOException {
    text =
        TextInput.read(
            session.world(), file, session.node().config().get(ReturnSettings.BUNDLE_BYTES));
    Bundle _ = Bundle.parse(text);
  }

  @Override
  protected Agent work(Transaction tx, Caller caller) {
    return new Guests(tx).host(caller, Bundle.parse(text), name);
  }

  @Override
  protected ExitCode show(Output output, Agent guest) {
    output.line("%s is a guest here (%s)".formatted(guest.name(), guest.fingerprint()));
    output.line("home again:  sbp agent leave %s FILE".formatted(guest.name()));
    return output.done(new Hosted(guest.id().hex(), guest.name()));
  }
}
