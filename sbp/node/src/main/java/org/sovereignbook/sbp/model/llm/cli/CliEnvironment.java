package org.sovereignbook.sbp.model.llm.cli;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.BoundedProcess.Descendants;

/**
 * Environment of a coding CLI: only variables on a list, never all that happen to be set.
 *
 * @param variables all variables, secrets included, so this is never printed
 * @param login the secrets of the login that the program uses
 */
public record CliEnvironment(Map<String, String> variables, Set<String> login) {
  /** Variables that programs need to run at all; none of them is a secret. */
  private static final Set<String> ALWAYS =
      Set.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "LANG",
          "LANGUAGE",
          "LC_ALL",
          "LC_CTYPE",
          "TZ",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "NODE_EXTRA_CA_CERTS",
          "XDG_CONFIG_HOME",
          "XDG_DATA_HOME",
          "XDG_STATE_HOME",
          "XDG_CACHE_HOME",
          "SystemRoot",
          "SystemDrive",
          "ComSpec",
          "PATHEXT",
          "USERPROFILE",
          "APPDATA",
          "LOCALAPPDATA",
          "ProgramData",
          "ProgramFiles");

  private static final Pattern NAMES_A_SECRET =
      Pattern.compile("KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH", Pattern.CASE_INSENSITIVE);

  /** Shorter values are no secrets, and occur within other words. */
  private static final int MIN_SECRET_CHARACTERS = 8;

  /** Returns the operator's variables that the program and the settings name. */
  static CliEnvironment of(
      Map<String, String> operators, Collection<String> named, CliSettings settings) {
    return of(operators, Stream.concat(named.stream(), settings.environment().stream()).toList());
  }

  /** Returns the operator's variables that are named, and those that programs need to run. */
  public static CliEnvironment of(Map<String, String> operators, Collection<String> named) {
    Set<String> names = new HashSet<>(ALWAYS);
    names.addAll(named);
    Map<String, String> passed = new TreeMap<>(operators);
    passed
        .keySet()
        .removeIf(name -> !names.contains(name) && !name.startsWith(Descendants.OF_CHILD));
    return new CliEnvironment(passed, Set.of());
  }

  /** Returns a copy with the secrets of a login file. */
  public CliEnvironment andLogin(Set<String> secrets) {
    return new CliEnvironment(variables, secrets);
  }

  /**
   * Returns the environment of one run's processes.
   *
   * @param mark {@code NAME=value}, by which the processes are found
   */
  public Map<String, String> forRun(String mark, Path temporary) {
    Map<String, String> all = new TreeMap<>(variables);
    all.put(mark.substring(0, mark.indexOf('=')), mark.substring(mark.indexOf('=') + 1));
    for (String name : List.of("TMPDIR", "TMP", "TEMP")) {
      all.put(name, temporary.toString());
    }
    return all;
  }

  public static boolean isSecret(String name) {
    return NAMES_A_SECRET.matcher(name).find();
  }

  /** Refuses secrets in arguments, which all users of the machine can read. */
  void refuseSecretsIn(List<String> arguments) throws LlmException {
    Map<String, String> all = secrets();
    login.forEach(value -> all.put("the login or the tools' token", value));
    for (Map.Entry<String, String> secret : all.entrySet()) {
      if (arguments.stream().anyMatch(argument -> argument.contains(secret.getValue()))) {
        throw LlmException.setup(
            "the value of "
                + secret.getKey()
                + " would stand in the arguments of the program, where everybody can read it");
      }
    }
  }

  /**
   * Redacts output, since some programs print a rejected key, which neither logs nor models may
   * repeat.
   */
  CodingCli.ProcessResult withoutSecrets(CodingCli.ProcessResult outcome) {
    return new CodingCli.ProcessResult(
        outcome.exitCode(),
        withoutSecrets(outcome.stdout()),
        withoutSecrets(outcome.stderr()),
        outcome.duration());
  }

  /** Replaces secrets in a text by their names. */
  public String withoutSecrets(String text) {
    String redacted = text;
    for (Map.Entry<String, String> secret : secrets().entrySet()) {
      redacted = redacted.replace(secret.getValue(), "[" + secret.getKey() + "]");
    }
    for (String secret : login) {
      redacted = redacted.replace(secret, "[login]");
    }
    return redacted;
  }

  private Map<String, String> secrets() {
    Map<String, String> secrets = new TreeMap<>();
    variables.forEach(
        (name, value) -> {
          if (isSecret(name) && value.length() >= MIN_SECRET_CHARACTERS) {
            secrets.put(name, value);
          }
        });
    return secrets;
  }

  @Override
  public String toString() {
    return "CliEnvironment" + variables.keySet();
  }
}
