package org.sovereignbook.sbp.cli.look;

import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.TextInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sbp verify}: checks one signed object of any kind (PROTOCOL §3). Needs no node. */
@Command(description = "check any signed object")
@Example("curl -s https://node.example.com/identity | sbp verify -")
@Prints(Verification.class)
@Exit(code = ExitCode.NOT_VALID, means = "it is not valid")
@Exit(code = ExitCode.NOT_FOUND, means = "no such file")
public final class VerifyCommand implements Subcommand {
  @Parameters(paramLabel = "FILE", description = "a file, or - for standard input")
  String file = TextInput.STANDARD_INPUT;

  @Mixin OutputOptions options = new OutputOptions();

  @Override
  public boolean isPlain() {
    return true;
  }

  @Override
  public ExitCode run(Session session) {
    Verification verification =
        Verification.of(
            TextInput.bytes(session.world(), file, Verification.MAX_OBJECT_BYTES),
            session.world().clock().instant());
    session.output().lines(verification.lines());
    session.output().json(verification);
    return verification.valid() ? ExitCode.DONE : ExitCode.NOT_VALID;
  }
}
