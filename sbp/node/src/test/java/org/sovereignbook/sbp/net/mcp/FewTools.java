package org.sovereignbook.sbp.net.mcp;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.store.StoreException;

/** Tools that tell, wait, and talk too much. Not a test itself. */
final class FewTools implements McpFeatures {
  static final McpCaller CALLER = new McpCaller("owner", Optional.empty(), 2);

  /** Whether the next look at what a caller may watch fails. */
  final AtomicBoolean watchFails = new AtomicBoolean();

  final CountDownLatch begun = new CountDownLatch(1);
  final CountDownLatch interrupted = new CountDownLatch(1);
  final CompletableFuture<Thread> lingering = new CompletableFuture<>();
  final CountDownLatch lingersNoMore = new CountDownLatch(1);
  final CountDownLatch held = new CountDownLatch(1);
  final CountDownLatch heldNoMore = new CountDownLatch(1);

  private McpTool tool(String name, McpTool.Handler action) {
    JsonObject input = JsonObject.builder().put("type", "object").build();
    return new McpTool(
        name, name, "for tests", input, Optional.empty(), McpTool.Hints.READS, action);
  }

  private List<McpTool> all() {
    return List.of(
        tool("tell", call -> McpOutcome.text(call.caller().principal() + " is told")),
        tool("talk", _ -> McpOutcome.text("x".repeat(5_000))),
        tool(
            "break",
            _ -> {
              throw new IllegalStateException("broken");
            }),
        tool(
            "tear",
            _ -> {
              throw new LinkageError("torn");
            }),
        tool(
            "busy",
            _ -> {
              throw new StoreException("the database is locked: run this again");
            }),
        tool("wait", _ -> waitForEver()),
        tool("linger", _ -> linger()),
        tool("hold", _ -> hold()));
  }

  private McpOutcome waitForEver() throws InterruptedException {
    begun.countDown();
    try {
      new CountDownLatch(1).await();
      return McpOutcome.text("never");
    } finally {
      interrupted.countDown();
    }
  }

  /** Takes its time to go after it was interrupted. */
  private McpOutcome linger() throws InterruptedException {
    try {
      return waitForEver();
    } finally {
      lingering.complete(Thread.currentThread());
      lingersNoMore.await();
    }
  }

  private McpOutcome hold() throws InterruptedException {
    held.countDown();
    heldNoMore.await();
    return McpOutcome.text("was held");
  }

  @Override
  public JsonObject serverInfo() {
    return JsonObject.builder().put("name", "few").put("version", "1").build();
  }

  @Override
  public Set<String> changingLists() {
    return Set.of("tools");
  }

  @Override
  public String instructions(McpCaller caller) {
    return "for tests";
  }

  @Override
  public List<McpTool> tools(McpCaller caller) {
    return all();
  }

  @Override
  public Optional<McpTool> tool(String name) {
    return all().stream().filter(tool -> tool.name().equals(name)).findFirst();
  }

  @Override
  public List<McpResource> resources(McpCaller caller) {
    return List.of();
  }

  @Override
  public List<McpResource> templates() {
    return List.of();
  }

  @Override
  public McpOutcome read(String uri, McpCall call) throws RpcError {
    throw RpcError.noResource(uri);
  }

  @Override
  public boolean mayWatch(String uri, McpCaller caller) {
    if (watchFails.getAndSet(false)) {
      throw new StoreException("the database is locked: run this again");
    }
    return uri.equals("few://one");
  }

  @Override
  public List<McpPrompt> prompts(McpCaller caller) {
    return List.of();
  }

  @Override
  public List<String> complete(
      McpCaller caller, JsonObject reference, String argument, String begun) {
    return List.of();
  }
}
