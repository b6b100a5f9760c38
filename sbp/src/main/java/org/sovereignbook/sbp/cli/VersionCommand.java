package org.sovereignbook.sbp.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.base.protocol.Protocol;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.ProgramVersion;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.node.LocalPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sbp version}: the version of this program, and whether its checkout has newer sources. */
@Command(description = "say which version this is")
@Synonyms(whole = "update: help upgrade")
@Example("sbp version --json")
@Prints(VersionCommand.Version.class)
final class VersionCommand implements Subcommand {
  /**
   * The variable in which the launcher reports that sources are newer than the build, with the
   * remedy.
   */
  static final String OUTDATED_VARIABLE = "SBP_OUTDATED";

  @Mixin OutputOptions options = new OutputOptions();

  /**
   * The output of the command.
   *
   * @param launcher the program's launcher
   * @param outdated the newer sources, and the command that builds them
   */
  record Version(
      String version,
      String protocol,
      String java,
      LocalPath javaHome,
      Optional<String> launcher,
      Optional<String> outdated) {}

  @Override
  public boolean isPlain() {
    return true;
  }

  @Override
  public ExitCode run(Session session) {
    Optional<String> outdated =
        Optional.ofNullable(session.world().environment().get(OUTDATED_VARIABLE));
    session
        .output()
        .json(
            new Version(
                ProgramVersion.text(),
                Protocol.VERSION,
                Runtime.version().toString(),
                new LocalPath(Path.of(System.getProperty("java.home"))),
                session.world().launcher(),
                outdated));
    session.output().line("sbp " + ProgramVersion.text() + " (" + Protocol.VERSION + ")");
    outdated.ifPresent(session.output()::line);
    return ExitCode.DONE;
  }
}
