package org.sovereignbook.sbp.plugins.it;

import static org.sovereignbook.sbp.plugins.it.CliUnderTest.call;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.plugins.claude.ClaudeBackend;
import org.sovereignbook.sbp.plugins.it.mock.ModelRequest;
import org.sovereignbook.sbp.plugins.it.mock.Reply;

/** Claude Code. */
record ClaudeUnderTest(boolean older) implements CliUnderTest {
  private static final String STRUCTURED = "StructuredOutput";

  @Override
  public PublishedCli published() throws PublishedCli.UnavailableException {
    return PublishedCli.named(older ? "older-claude" : "claude");
  }

  @Override
  public LlmBackend backend(Map<String, String> environment) {
    return new ClaudeBackend(environment);
  }

  @Override
  public Map<String, String> environment(URI base) {
    return Map.of("ANTHROPIC_API_KEY", KEY, "ANTHROPIC_BASE_URL", base.toString());
  }

  /** Good for years, so that the maker's server is not asked for another. */
  @Override
  public Optional<String> login() {
    return Optional.of(
        """
        {"claudeAiOauth": {"accessToken": "%s", "refreshToken": "sk-ant-ort01-none",
          "expiresAt": 4102444800000, "scopes": ["user:inference", "user:profile"],
          "subscriptionType": "max"}}
        """
            .formatted(KEY));
  }

  @Override
  public JsonObject settings(Path program, URI base) {
    return JsonObject.builder().put("program", program.toString()).put("model", "sonnet").build();
  }

  @Override
  public String name() {
    return "claude";
  }

  /** Claude Code makes a tool of the schema. */
  @Override
  public Reply answer(ModelRequest request, String json) {
    if (!request.tools().contains(STRUCTURED)) {
      return new Reply.Say(json);
    }
    try {
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      return new Reply.Call(STRUCTURED, (JsonObject) JsonReader.file(bytes));
    } catch (MalformedJson e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  public Set<String> toolsOfAnswers() {
    return Set.of(STRUCTURED);
  }

  @Override
  public Reply.Call write(String path, String text) {
    return call("Write", "file_path", path, "content", text);
  }

  @Override
  public Reply.Call read(String path) {
    return call("Read", "file_path", path);
  }

  @Override
  public List<Reply.Call> attacks(Path secret, Path target) {
    return List.of(
        call("Bash", "command", "cat " + secret + " > " + target, "description", "go"),
        call("Edit", "file_path", "ethos.md", "old_string", "a", "new_string", "b"),
        call("Glob", "pattern", secret.getParent() + "/**"),
        call("Grep", "pattern", ".", "path", secret.toString()),
        call("WebFetch", "url", "http://127.0.0.1:9/", "prompt", "go"),
        call("WebSearch", "query", "go"),
        call("Agent", "prompt", "cat " + secret, "description", "go"),
        call("Task", "prompt", "cat " + secret, "description", "go"),
        call("Skill", "skill", "go"),
        write(".claude/settings.json", "{}"));
  }

  @Override
  public Set<String> toolsOffered() {
    return Set.of("Read", "Write");
  }
}
