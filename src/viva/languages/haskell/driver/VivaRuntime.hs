{-# LANGUAGE ScopedTypeVariables, ExistentialQuantification #-}
-- What every driver has: values in and out as flat text, limits for each call, and the ticks of HPC.
module VivaRuntime (Val (..), Viva (..), Entry, Put, answer, open, part, parts, program, say, serve) where

import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.Char (chr, isDigit, isSpace, ord)
import Data.IORef
import Data.List.NonEmpty (NonEmpty (..))
import qualified Data.IntMap as IntMap
import qualified Data.IntSet as IntSet
import qualified Data.List.NonEmpty as NonEmpty
import qualified Data.Map as Map
import Data.Ratio
import qualified Data.Sequence as Seq
import qualified Data.Set as Set
import Data.Typeable (typeOf)
import Data.Word (Word)
import GHC.Conc (ThreadStatus (..), threadStatus)
import GHC.IO.Handle (hDuplicate, hDuplicateTo)
import GHC.Stats (gcs, getRTSStats)
import Numeric (showHex)
import System.CPUTime (getCPUTime)
import System.Exit (ExitCode)
import System.IO
import System.Mem
import System.Mem.Weak
import Trace.Hpc.Reflect (clearTix, examineTix)
import Trace.Hpc.Tix (Tix (..), TixModule (..))

foreign import ccall unsafe "_exit" exitNow :: Int -> IO ()

-- As `threadDelay`, but nothing of it waits for the capability on which a call may run without ever yielding.
foreign import ccall safe "usleep" pause :: Int -> IO Int

-- An argument, as it came in.
data Val = Whole Integer | Broken Double | Text String | List [Val] | Tuple [Val] | Con String [Val]

-- What was written so far, the latest first; how many parts may still come; after how many of a list it is cut.
data Put = Put { written :: IORef [String], room :: IORef Int, cut :: Int }

data Stop = OutOfSteps | Full deriving (Show)
instance Exception Stop

class Viva a where
  put :: Put -> a -> IO ()
  get :: Val -> Maybe a
  putList :: Put -> [a] -> IO ()
  putList to items = open to "[" "]" (elements to 0 items)
  getList :: Val -> Maybe [a]
  getList (List items) = mapM get items
  getList _ = Nothing

type Entry = [Val] -> Maybe (Put -> IO ())

say :: Put -> String -> IO ()
say to word = modifyIORef' (written to) (word :)

spend :: Put -> Int -> IO ()
spend to n = do
  left <- readIORef (room to)
  when (left < n) (throwIO Full)
  writeIORef (room to) $! left - n

open :: Put -> String -> String -> IO () -> IO ()
open to begin end inner = say to begin >> inner >> say to end

parts :: [IO ()] -> IO ()
parts = sequence_

-- One part of a value: it may be undefined, and that is no error of the whole.
part :: Viva a => Put -> a -> IO ()
part to x = do
  spend to 1
  found <- try (evaluate x)
  case found of
    Right value -> put to value
    Left problem -> do
      when (ends problem) (throwIO problem)
      (kind, message) <- told problem
      say to ('?' : quoted (kind ++ ": " ++ message))

-- What ends the call, and not only this part of its value.
ends :: SomeException -> Bool
ends problem = case fromException problem of
  Just (_ :: AsyncException) -> True
  Nothing -> case fromException problem of
    Just (_ :: Stop) -> True
    Nothing -> case fromException problem of
      Just AllocationLimitExceeded -> True
      Nothing -> case fromException problem of
        Just NonTermination -> True
        Nothing -> False

fewest, enough :: Int
fewest = 20
enough = 250

-- A list may have no end. What is longer than `cut` is written as far as `enough`; and where the steps end after
-- `fewest` elements, as far as it came. How many there were stands at its end.
elements :: Viva a => Put -> Int -> [a] -> IO ()
elements to n rest
  | n == enough = readIORef (written to) >>= elementsFrom to n rest
  | otherwise = elementsFrom to n rest []

elementsFrom :: Viva a => Put -> Int -> [a] -> [String] -> IO ()
elementsFrom to n rest before
  | n >= cut to = writeIORef (written to) before >> say to ("..." ++ show n)
  | otherwise = do
      found <- try (evaluate rest)
      case found of
        Right [] -> return ()
        Right (x : xs) -> do
          done <- try (part to x)
          case done of
            Right () | n < enough -> elements to (n + 1) xs
                     | otherwise -> elementsFrom to (n + 1) xs before
            Left problem -> unfinished problem
        Left problem -> unfinished problem
  where
    unfinished problem
      | Just OutOfSteps <- fromException problem, n >= fewest = say to ("..." ++ show n)
      | Just AllocationLimitExceeded <- fromException problem, n >= fewest = say to ("..." ++ show n)
      | ends problem = throwIO problem
      | otherwise = do
          (kind, message) <- told problem
          say to ('?' : quoted (kind ++ ": " ++ message)) >> say to ("..." ++ show n)

-- The value itself has to be defined; then its parts are looked at.
answer :: Viva a => a -> Put -> IO ()
answer x to = evaluate x >>= put to

told :: SomeException -> IO (String, String)
told problem@(SomeException inner) = do
  let kind = show (typeOf inner)
  message <- try (let shown = take 2000 (show problem) in evaluate (length shown) >> return shown)
  return (kind, either (\(_ :: SomeException) -> "") id message)

quoted :: String -> String
quoted text = '"' : concatMap letter text ++ "\""
  where
    letter c
      | c == '"' || c == '\\' = ['\\', c]
      | ' ' <= c && c <= '~' = [c]
      | ord c < 0x10000 = escape (ord c)
      | otherwise = let n = ord c - 0x10000 in escape (0xd800 + n `div` 0x400) ++ escape (0xdc00 + n `mod` 0x400)
    escape n = "\\u" ++ replicate (4 - length (showHex n "")) '0' ++ showHex n ""

-- Values of the language itself

whole :: Put -> Integer -> IO ()
whole to n = say to (show n)

instance Viva Int where
  put to = whole to . toInteger
  get (Whole n) | toInteger (minBound :: Int) <= n, n <= toInteger (maxBound :: Int) = Just (fromInteger n)
  get _ = Nothing

instance Viva Word where
  put to = whole to . toInteger
  get (Whole n) | 0 <= n, n <= toInteger (maxBound :: Word) = Just (fromInteger n)
  get _ = Nothing

instance Viva Integer where
  put = whole
  get (Whole n) = Just n
  get _ = Nothing

instance Viva Double where
  put to x = say to ('d' : show x)
  get (Broken x) = Just x
  get (Whole n) = Just (fromInteger n)
  get _ = Nothing

instance Viva Float where
  put to x = say to ('d' : show x)
  get (Broken x) = Just (realToFrac x)
  get (Whole n) = Just (fromInteger n)
  get _ = Nothing

instance (Viva a, Integral a) => Viva (Ratio a) where
  put to x = say to ("r" ++ show (toInteger (numerator x)) ++ "/" ++ show (toInteger (denominator x)))
  get (Con _ [Whole a, Whole b]) | b /= 0 = Just (fromInteger a % fromInteger b)
  get (Whole n) = Just (fromInteger n)
  get _ = Nothing

instance Viva Bool where
  put to x = say to (if x then "T" else "F")
  get (Con "True" []) = Just True
  get (Con "False" []) = Just False
  get _ = Nothing

instance Viva () where
  put to () = say to "N"
  get (Con "()" []) = Just ()
  get _ = Nothing

instance Viva Ordering where
  put to x = open to ("<" ++ show x) ">" (return ())
  get (Con "LT" []) = Just LT
  get (Con "EQ" []) = Just EQ
  get (Con "GT" []) = Just GT
  get _ = Nothing

instance Viva Char where
  put to c = say to ('\'' : quoted [c])
  get (Text [c]) = Just c
  get _ = Nothing
  putList to text = letters to 0 [] text
  getList (Text text) = Just text
  getList (List items) = mapM get items
  getList _ = Nothing

-- A text as one word, as long as its letters are defined; else as the list that it is.
letters :: Put -> Int -> [Char] -> [Char] -> IO ()
letters to n before rest
  | n >= cut to = list
  | otherwise = do
      found <- try (evaluate rest >>= \cells -> case cells of { [] -> return cells; c : _ -> evaluate c >> return cells })
      case found of
        Right [] -> spend to 1 >> say to (quoted (reverse before))
        Right (c : cs) -> spend to 1 >> letters to (n + 1) (c : before) cs
        Left (problem :: SomeException)
          | ends problem, n < fewest -> throwIO problem
          | otherwise -> list
  where list = open to "[" "]" (elements to 0 (reverse before ++ rest))

instance Viva a => Viva [a] where
  put = putList
  get = getList

instance Viva a => Viva (NonEmpty a) where
  put to (x :| xs) = open to "<:|" ">" (part to x >> part to xs)
  get (Con _ [x, xs]) = (:|) <$> get x <*> get xs
  get (List (x : xs)) = (:|) <$> get x <*> mapM get xs
  get _ = Nothing

instance Viva a => Viva (Maybe a) where
  put to Nothing = open to "<Nothing" ">" (return ())
  put to (Just x) = open to "<Just" ">" (part to x)
  get (Con "Nothing" []) = Just Nothing
  get (Con "Just" [x]) = Just <$> get x
  get _ = Nothing

instance (Viva a, Viva b) => Viva (Either a b) where
  put to (Left x) = open to "<Left" ">" (part to x)
  put to (Right x) = open to "<Right" ">" (part to x)
  get (Con "Left" [x]) = Left <$> get x
  get (Con "Right" [x]) = Right <$> get x
  get _ = Nothing

tuple :: Put -> [IO ()] -> IO ()
tuple to = open to "(" ")" . sequence_

instance (Viva a, Viva b) => Viva (a, b) where
  put to (a, b) = tuple to [part to a, part to b]
  get (Tuple [a, b]) = (,) <$> get a <*> get b
  get _ = Nothing

instance (Viva a, Viva b, Viva c) => Viva (a, b, c) where
  put to (a, b, c) = tuple to [part to a, part to b, part to c]
  get (Tuple [a, b, c]) = (,,) <$> get a <*> get b <*> get c
  get _ = Nothing

instance (Viva a, Viva b, Viva c, Viva d) => Viva (a, b, c, d) where
  put to (a, b, c, d) = tuple to [part to a, part to b, part to c, part to d]
  get (Tuple [a, b, c, d]) = (,,,) <$> get a <*> get b <*> get c <*> get d
  get _ = Nothing

instance (Viva a, Viva b, Viva c, Viva d, Viva e) => Viva (a, b, c, d, e) where
  put to (a, b, c, d, e) = tuple to [part to a, part to b, part to c, part to d, part to e]
  get (Tuple [a, b, c, d, e]) = (,,,,) <$> get a <*> get b <*> get c <*> get d <*> get e
  get _ = Nothing

instance (Viva a, Viva b, Viva c, Viva d, Viva e, Viva f) => Viva (a, b, c, d, e, f) where
  put to (a, b, c, d, e, f) = tuple to [part to a, part to b, part to c, part to d, part to e, part to f]
  get (Tuple [a, b, c, d, e, f]) = (,,,,,) <$> get a <*> get b <*> get c <*> get d <*> get e <*> get f
  get _ = Nothing

instance (Viva a, Viva b, Viva c, Viva d, Viva e, Viva f, Viva g) => Viva (a, b, c, d, e, f, g) where
  put to (a, b, c, d, e, f, g) = tuple to [part to a, part to b, part to c, part to d, part to e, part to f, part to g]
  get (Tuple [a, b, c, d, e, f, g]) = (,,,,,,) <$> get a <*> get b <*> get c <*> get d <*> get e <*> get f <*> get g
  get _ = Nothing

pairs :: (Viva k, Viva v) => Put -> [(k, v)] -> IO ()
pairs to items = open to "{" "}" (forM_ items (\(k, v) -> part to k >> part to v))

instance (Ord k, Viva k, Viva v) => Viva (Map.Map k v) where
  put to = pairs to . Map.toAscList
  get (List items) = Map.fromList <$> mapM get items
  get _ = Nothing

instance Viva v => Viva (IntMap.IntMap v) where
  put to = pairs to . IntMap.toAscList
  get (List items) = IntMap.fromList <$> mapM get items
  get _ = Nothing

instance (Ord a, Viva a) => Viva (Set.Set a) where
  put to items = open to "#" ";" (mapM_ (part to) (Set.toAscList items))
  get (List items) = Set.fromList <$> mapM get items
  get _ = Nothing

instance Viva IntSet.IntSet where
  put to items = open to "#" ";" (mapM_ (part to) (IntSet.toAscList items))
  get (List items) = IntSet.fromList <$> mapM get items
  get _ = Nothing

instance Viva a => Viva (Seq.Seq a) where
  put to items = open to "[" "]" (elements to 0 (foldr (:) [] items))
  get (List items) = Seq.fromList <$> mapM get items
  get _ = Nothing

-- Arguments: words with blanks between them

readCall :: String -> Maybe [Val]
readCall line = case values (split line) of
  Just (found, []) -> Just found
  _ -> Nothing

split :: String -> [String]
split text = case dropWhile isSpace text of
  "" -> []
  '"' : rest -> let (word, after) = string rest in ('"' : word) : split after
  rest -> let (word, after) = break isSpace rest in word : split after

string :: String -> (String, String)
string ('"' : after) = ("", after)
string ('\\' : 'x' : rest) = let (digits, after) = break (== ';') rest in keep (chr (read digits)) (string (drop 1 after))
string (c : rest) = keep c (string rest)
string "" = ("", "")

keep :: a -> ([a], b) -> ([a], b)
keep c (word, after) = (c : word, after)

values :: [String] -> Maybe ([Val], [String])
values (word : rest) | word `notElem` ["]", ")", ">"] = do
  (one, after) <- value word rest
  (more, end) <- values after
  return (one : more, end)
values rest = Just ([], rest)

value :: String -> [String] -> Maybe (Val, [String])
value "[" rest = closing "]" List rest
value "(" rest = closing ")" Tuple rest
value ('<' : name) rest = closing ">" (Con name) rest
value ('"' : text) rest = Just (Text text, rest)
value ('d' : number) rest = case reads number of
  [(x, "")] -> Just (Broken x, rest)
  _ -> Nothing
value ('-' : digits@(_ : _)) rest | all isDigit digits = Just (Whole (negate (read digits)), rest)
value digits@(_ : _) rest | all isDigit digits = Just (Whole (read digits), rest)
value _ _ = Nothing

closing :: String -> ([Val] -> Val) -> [String] -> Maybe (Val, [String])
closing end make rest = do
  (found, after) <- values rest
  case after of
    word : more | word == end -> Just (make found, more)
    _ -> Nothing

-- Calls

-- The first line has the steps of a call, the parts of a value and of a list, and how often counts are told.
serve :: Entry -> IO ()
serve entry = do
  input <- hDuplicate stdin
  output <- hDuplicate stdout
  openFile "/dev/null" ReadMode >>= (`hDuplicateTo` stdin)
  nowhere <- openFile "/dev/null" WriteMode
  mapM_ (hDuplicateTo nowhere) [stdout, stderr]
  hSetEncoding input utf8
  hSetEncoding output utf8
  hSetBuffering output (BlockBuffering (Just 65536))
  hSetNewlineMode input noNewlineTranslation
  hPutStr output "ready\n" >> hFlush output
  first <- hGetLine input
  case map read (words first) of
    [steps, size, length', ticks] -> do
      begun <- newIORef (0 :: Int)
      me <- myThreadId >>= mkWeakThreadId
      watching <- newEmptyMVar
      _ <- forkOn 1 (putMVar watching () >> watch steps (ticks /= 0) begun me output)
      takeMVar watching
      let loop n = do
            end <- hIsEOF input
            unless end $ do
              line <- hGetLine input
              said <- call entry steps size length' (ticks /= 0) (writeIORef begun n) (writeIORef begun 0) line
              hPutStr output said >> hPutStr output "\n" >> hFlush output
              loop (n + 1)
      loop 1
      hFlush output
      exitNow 0
    _ -> exitNow 3

call :: Entry -> Int -> Int -> Int -> Bool -> IO () -> IO () -> String -> IO String
call entry steps size length' ticks begin end line = case readCall line >>= entry of
  Nothing -> return "type"
  Just run -> do
    to <- Put <$> newIORef [] <*> newIORef size <*> pure length'
    clearTix
    begin
    let bytes = fromIntegral steps * 1000
    setAllocationCounter bytes
    enableAllocationLimit
    done <- try (run to)
    disableAllocationLimit
    left <- getAllocationCounter
    end
    counts <- counted
    let used = fromInteger (sum counts) + fromIntegral ((bytes - left) `div` 1000) :: Int
    said <- case done of
      Right () | used > steps -> cutOrNone to
               | otherwise -> unwords . ("value" :) . reverse <$> readIORef (written to)
      Left problem -> outcome problem
    let seen = if ticks then ticked counts else []
    return (unwords (show (min used (steps + 1)) : said : "|" : seen))
  where
    -- What took more steps than it may has no value, whether or not somebody noticed in time; a cut list has.
    cutOrNone to = do
      found <- readIORef (written to)
      return (if any ((== "...") . take 3) found then unwords ("value" : reverse found) else "steps")

ticked :: [Integer] -> [String]
ticked counts = [show n ++ ":" ++ show count | (n, count) <- zip [0 :: Int ..] counts, count > 0]

counted :: IO [Integer]
counted = do
  Tix modules <- examineTix
  return (concat [found | TixModule _ _ _ found <- modules])

outcome :: SomeException -> IO String
outcome problem
  | Just OutOfSteps <- fromException problem = return "steps"
  | Just AllocationLimitExceeded <- fromException problem = return "steps"
  | Just NonTermination <- fromException problem = return "loop"
  | Just Full <- fromException problem = return "large"
  | Just StackOverflow <- fromException problem = return "stack"
  | Just HeapOverflow <- fromException problem = return "memory"
  | otherwise = do
      (kind, message) <- told problem
      return (unwords ["raised", quoted kind, quoted message])

-- A whole program. What it ticked stands in the last line of its errors, also where it does not end.
program :: Int -> IO a -> IO ()
program steps main' = do
  errors <- hDuplicate stderr
  hSetBuffering stdout NoBuffering
  let tell = do
        counts <- counted
        hPutStrLn errors ('\n' : unwords ("ticks" : ticked counts))
        hFlush errors
      look = do
        _ <- pause 20000
        made <- sum <$> counted
        cpu <- (`div` 1000000000000) <$> getCPUTime
        if made > toInteger steps || cpu >= 3 then tell >> exitNow 124 else look
  watching <- newEmptyMVar
  _ <- forkOn 1 (putMVar watching () >> look)
  takeMVar watching
  done <- try main'
  hFlush stdout
  case done of
    Right _ -> tell
    Left problem -> case fromException problem of
      Just code -> tell >> throwIO (code :: ExitCode)
      Nothing -> hPutStrLn errors ("main: " ++ show problem) >> tell >> exitNow 1

-- Looks at a call that takes long: how many steps it has made, and whether it still moves. The steps decide, and not
-- the moment at which they are looked at.
watch :: Int -> Bool -> IORef Int -> Weak ThreadId -> Handle -> IO ()
watch steps ticks begun me output = loop 0 0 0 0 (0 :: Int)
  where
    loop lastCall lastTicks lastGcs lastCpu before = do
      _ <- pause 20000
      n <- readIORef begun
      let ignored = if n == lastCall then before else 0  -- by this call, and not by those that it came after
      cpu <- (`div` 1000000000) <$> getCPUTime
      if n == 0
        then loop 0 0 0 cpu 0
        else do
          made <- fromInteger . sum <$> counted
          collected <- gcs <$> getRTSStats
          let same = n == lastCall && made == lastTicks && collected == lastGcs
          if made > steps
            then do
              when (ignored > 10) (leave "steps")
              deRefWeak me >>= mapM_ (`throwTo` OutOfSteps)
              loop n made collected cpu (ignored + 1)
            else
              if not same
                then loop n made collected cpu ignored
                else do
                  when (cpu - lastCpu > 1000) (leave "silent")
                  thread <- deRefWeak me
                  state <- maybe (return ThreadRunning) threadStatus thread
                  case state of
                    ThreadBlocked _ -> performMajorGC  -- so that GHC finds out that it waits for itself
                    _ -> return ()
                  _ <- pause 80000  -- to look takes memory, and to tidy that up would wait for the call
                  loop n made collected lastCpu ignored
    leave :: String -> IO ()
    leave word = do
      seen <- if ticks then ticked <$> counted else return []
      hPutStrLn output (unwords (show (steps + 1) : word : "|" : seen)) >> hFlush output >> exitNow 0
