package org.sovereignbook.sbp.plugins.exec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.model.llm.cli.CodingCli;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.FileWords;
import org.sovereignbook.sbp.node.Setting;

/**
 * Command of the operator's choice. It gets the prompt on standard input and answers on standard
 * output or in a file; the tools that it gives its model are its own affair, but in its working
 * directory nothing may change.
 */
final class ExecCli implements CodingCli {
  private static final int MAX_ANSWER_BYTES = 4 * 1024 * 1024;
  private static final String ANSWER_FILE = "answer.txt";
  private static final String SCHEMA_FILE = "schema.json";

  @Override
  public String name() {
    return "exec";
  }

  @Override
  public String description() {
    return "a command of the operator's choice, with the prompt on its standard input";
  }

  @Override
  public String program() {
    return "";
  }

  @Override
  public String program(Config settings) {
    return ExecSettings.from(settings).command().getFirst();
  }

  @Override
  public String installHint() {
    return "install it";
  }

  @Override
  public List<Setting<?>> settings() {
    return ExecSettings.ALL;
  }

  /**
   * Returns answer mode only, because a command may not limit its model to the one file that it may
   * write.
   */
  @Override
  public Set<LlmRequest.Mode> modes() {
    return Set.of(LlmRequest.Mode.ANSWER);
  }

  @Override
  public Set<String> environment(Config settings) {
    return ExecSettings.from(settings).environment();
  }

  @Override
  public CodingCli.Call call(CodingCli.Run run) {
    ExecSettings settings = ExecSettings.from(run.request().settings());
    Placeholders placeholders = placeholders(run);
    List<String> command = settings.command();
    Map<String, String> variables = new HashMap<>();
    settings.variables().forEach((name, value) -> variables.put(name, placeholders.fill(value)));
    SequencedMap<String, String> files = new LinkedHashMap<>();
    run.request()
        .output()
        .schema()
        .ifPresent(schema -> files.put(SCHEMA_FILE, JsonWriter.pretty(schema) + "\n"));
    List<String> arguments = new ArrayList<>(placeholders.fill(command.subList(1, command.size())));
    if (settings.isCodex() && run.server().isPresent()) {
      arguments.addAll(
          Math.max(0, arguments.size() - 1), CodexServer.arguments(run.server().get()));
      variables.putAll(run.server().get().environment());
    }
    return new CodingCli.Call(arguments, variables, files);
  }

  @Override
  public CodingCli.Reply read(CodingCli.Run run, CodingCli.ProcessResult outcome)
      throws LlmException {
    ExecSettings settings = ExecSettings.from(run.request().settings());
    // Where the answer is standard output, the model could claim any usage.
    LlmUsage usage =
        settings.answer() == ExecPreset.Answer.FILE
            ? UsageLine.in(outcome.stdout())
            : LlmUsage.unknown();
    if (outcome.exitCode() != 0) {
      throw LlmException.provider(
              "the command ended with exit code " + outcome.exitCode() + ": " + outcome.complaint())
          .withUsage(usage);
    }
    String answer =
        switch (settings.answer()) {
          case STDOUT -> outcome.stdout();
          case FILE -> answerFile(run.support().resolve(ANSWER_FILE));
        };
    return new CodingCli.Reply(answer, run.model().map(usage::withModel).orElse(usage), "");
  }

  private static Placeholders placeholders(CodingCli.Run run) {
    Map<String, String> values = new HashMap<>();
    run.model().ifPresent(model -> values.put("{model}", model));
    values.put("{prompt}", run.prompt().toString());
    values.put("{answer}", run.support().resolve(ANSWER_FILE).toString());
    values.put("{support}", run.support().toString());
    values.put("{max_output_tokens}", Integer.toString(run.request().budget().maxOutputTokens()));
    if (run.request().output().schema().isPresent()) {
      values.put("{schema}", run.support().resolve(SCHEMA_FILE).toString());
    }
    return new Placeholders(values);
  }

  private static String answerFile(Path file) throws LlmException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(MAX_ANSWER_BYTES + 1);
      if (bytes.length > MAX_ANSWER_BYTES) {
        throw LlmException.answer("the answer is larger than " + MAX_ANSWER_BYTES + " bytes");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new LlmException(
          LlmException.Kind.ANSWER, "the command wrote no answer to the file {answer}", e);
    } catch (IOException e) {
      throw new LlmException(
          LlmException.Kind.ANSWER,
          "the answer of the command cannot be read: " + FileWords.of(e),
          e);
    }
  }
}
