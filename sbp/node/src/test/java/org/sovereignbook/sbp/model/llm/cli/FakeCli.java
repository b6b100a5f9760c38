package org.sovereignbook.sbp.model.llm.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmUsage;

/** A CLI whose program is the test's own script; what it prints is its answer. */
final class FakeCli implements CodingCli {
  private final CodingCli.Call call;
  private final UnaryOperator<String> inert;
  private final List<String> probe;
  private CodingCli.Run run;

  FakeCli() {
    this(List.of(), Map.of(), Map.of(), UnaryOperator.identity(), List.of());
  }

  FakeCli(
      List<String> arguments,
      Map<String, String> environment,
      Map<String, String> files,
      UnaryOperator<String> inert,
      List<String> probe) {
    this.call = new CodingCli.Call(arguments, environment, new LinkedHashMap<>(files));
    this.inert = inert;
    this.probe = probe;
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public String description() {
    return "a script";
  }

  @Override
  public String program() {
    return "fake-cli-that-is-not-installed";
  }

  @Override
  public String installHint() {
    return "write one";
  }

  @Override
  public Set<String> environment() {
    return Set.of("FAKE_API_KEY");
  }

  @Override
  public Optional<LoginFile> login() {
    return Optional.of(
        new LoginFile("home/login.json", "FAKE_FOLDER", "login.json", ".fake/login.json"));
  }

  @Override
  public List<String> probe() {
    return probe;
  }

  @Override
  public Map<String, String> probeEnvironment() {
    return Map.of("ASKED", "asked ");
  }

  @Override
  public String inert(String text) {
    return inert.apply(text);
  }

  @Override
  public CodingCli.Call call(CodingCli.Run run) {
    this.run = run;
    return call;
  }

  @Override
  public CodingCli.Reply read(CodingCli.Run run, CodingCli.ProcessResult outcome)
      throws LlmException {
    if (outcome.exitCode() != 0) {
      throw LlmException.provider("fake failed: " + outcome.complaint());
    }
    return new CodingCli.Reply(outcome.stdout(), LlmUsage.tokens(10, 5), run.probe().strip());
  }

  /** The run that it was asked about. */
  CodingCli.Run run() {
    return run;
  }
}
