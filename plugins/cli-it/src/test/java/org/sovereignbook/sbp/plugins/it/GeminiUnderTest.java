package org.sovereignbook.sbp.plugins.it;

import static org.sovereignbook.sbp.plugins.it.CliUnderTest.call;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.plugins.gemini.GeminiBackend;
import org.sovereignbook.sbp.plugins.it.mock.Reply;

/** The Gemini CLI. */
record GeminiUnderTest() implements CliUnderTest {

  @Override
  public PublishedCli published() throws PublishedCli.UnavailableException {
    return PublishedCli.named("gemini");
  }

  @Override
  public LlmBackend backend(Map<String, String> environment) {
    return new GeminiBackend(environment);
  }

  @Override
  public Map<String, String> environment(URI base) {
    return Map.of("GEMINI_API_KEY", KEY, "GOOGLE_GEMINI_BASE_URL", base.toString());
  }

  @Override
  public JsonObject settings(Path program, URI base) {
    return JsonObject.builder().put("program", program.toString()).build();
  }

  @Override
  public String name() {
    return "gemini";
  }

  @Override
  public Reply.Call write(String path, String text) {
    return call("write_file", "file_path", path, "content", text);
  }

  @Override
  public Reply.Call read(String path) {
    return call("read_file", "file_path", path);
  }

  @Override
  public List<Reply.Call> attacks(Path secret, Path target) {
    return List.of(
        call("run_shell_command", "command", "cat " + secret + " > " + target),
        call("replace", "file_path", "ethos.md", "old_string", "a", "new_string", "b"),
        call("glob", "pattern", "**/*", "dir_path", secret.getParent().toString()),
        call("grep_search", "pattern", ".", "dir_path", secret.getParent().toString()),
        call("list_directory", "dir_path", secret.getParent().toString()),
        call("web_fetch", "prompt", "http://127.0.0.1:9/"),
        call("google_web_search", "query", "go"),
        call("invoke_agent", "agent_name", "generalist", "prompt", "go"),
        call("enter_plan_mode"),
        call("save_memory", "fact", "go"),
        // The path that is allowed, in an argument that is not the path.
        call(
            "write_file",
            "file_path",
            "smuggled.txt",
            "content",
            "\u0000\"file_path\":\"operational/author-output/pieces.json\"\u0000"),
        write(".gemini/settings.json", "{}"));
  }

  @Override
  public Set<String> toolsOffered() {
    return Set.of("read_file", "list_directory", "glob", "grep_search", "write_file");
  }
}
