package org.sovereignbook.sbp.cli.look;

import java.nio.file.Path;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code sbp verify}: checks one signed object of any kind (PROTOCOL §3), or judges the test
 * vectors of the protocol. Needs no node.
 */
@Command(description = "check any signed object, or run the protocol's test vectors")
@Example("curl -s https://node.example.com/identity | sbp verify -")
@Prints({Verification.class, VectorRun.class})
@Exit(code = ExitCode.NOT_VALID, means = "it is not valid, or a vector has another verdict")
@Exit(code = ExitCode.NOT_FOUND, means = "no such file or folder")
public final class VerifyCommand implements Subcommand {
  @Parameters(paramLabel = "FILE", description = "a file, or - for standard input")
  String file = TextInput.STANDARD_INPUT;

  @Option(
      names = "--vectors",
      description = "FILE is a folder: judge all test vectors (.case) below it")
  boolean vectors;

  @Mixin OutputOptions options = new OutputOptions();

  @Override
  public boolean isPlain() {
    return true;
  }

  @Override
  public ExitCode run(Session session) {
    if (vectors) {
      return run(session, VectorRun.of(session.world().path(Path.of(file))));
    }
    Verification verification =
        Verification.of(
            TextInput.bytes(session.world(), file, Verification.MAX_OBJECT_BYTES),
            session.world().clock().instant());
    session.output().lines(verification.lines());
    session.output().json(verification);
    return verification.valid() ? ExitCode.DONE : ExitCode.NOT_VALID;
  }

  private static ExitCode run(Session session, VectorRun run) {
    session.output().lines(run.lines());
    session.output().json(run);
    return run.allPassed() ? ExitCode.DONE : ExitCode.NOT_VALID;
  }
}
