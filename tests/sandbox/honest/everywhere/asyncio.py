import asyncio


async def f():
    await asyncio.sleep(0.001)
    return await asyncio.to_thread(lambda: True)


answer = asyncio.run(f())
