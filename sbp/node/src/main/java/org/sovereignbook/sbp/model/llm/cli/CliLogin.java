package org.sovereignbook.sbp.model.llm.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Quoting;

/**
 * Credentials of a coding CLI: a login that runs carry, a home folder with a login, or a key in the
 * environment.
 */
record CliLogin(CodingCli cli, Config settings, Map<String, String> environment) {

  /** Returns the credentials that exist, or the command that creates them. */
  Readiness look() {
    Optional<Path> carried = CliSettings.login(settings);
    if (carried.isPresent()) {
      return Files.isReadable(carried.get())
          ? Readiness.ready("with the login in " + carried.get())
          : Readiness.not(
              "the login " + carried.get() + " is gone, or cannot be read", logIn(carried.get()));
    }
    Optional<String> home = settings.value("home").flatMap(CliSettings::text);
    if (home.isPresent()) {
      return cli.login().flatMap(file -> file.find(Map.of("HOME", home.get()))).isPresent()
          ? Readiness.ready("with the login in " + home.get())
          : Readiness.not(
              "there is no login in " + home.get(), "HOME=" + home.get() + " " + program());
    }
    return cli.needsLogin(settings) ? key() : Readiness.ready("which needs no login");
  }

  private Readiness key() {
    Set<String> wanted = new TreeSet<>(cli.environment(settings));
    wanted.removeIf(name -> !CliEnvironment.isSecret(name));
    Optional<String> there =
        wanted.stream().filter(name -> !environment.getOrDefault(name, "").isBlank()).findFirst();
    if (there.isPresent()) {
      return Readiness.ready("with the key in " + there.get());
    }
    String missing =
        wanted.isEmpty()
            ? "no login is set"
            : "no login is set, and none of " + String.join(", ", wanted) + " in the environment";
    Optional<Path> onAccount = cli.login().flatMap(file -> file.find(environment));
    return Readiness.not(
        missing,
        onAccount
            .map(this::use)
            .orElseGet(
                () ->
                    wanted.isEmpty() ? program() : "export " + wanted.iterator().next() + "=KEY"));
  }

  private String logIn(Path file) {
    return program() + " && " + use(file);
  }

  private String use(Path file) {
    return "sbp config set llm."
        + cli.name()
        + "."
        + LlmBackend.LOGIN.key()
        + " "
        + Quoting.shell(file.toString());
  }

  private String program() {
    return Quoting.shell(CliSettings.from(settings, cli.program(settings)).program());
  }
}
