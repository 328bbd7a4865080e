{-# LANGUAGE GADTs #-}
-- | Routes.
module App.Router (Router (..), match) where

import qualified Data.Map as M
import Data.List (find, sortBy)

-- | The most.
maxDepth :: Int
maxDepth = 8

-- | One router.
data Router a = Router
  { routes :: [Route]
  , name :: String
  }
  | Empty
  deriving (Show, Eq)

newtype Wrapper a = Wrapper { unwrap :: a }
type Handler = String -> IO ()

class Named a => Matcher a where
  type Out a
  match :: a -> String -> Maybe Route
  size :: a -> Int
  size _ = 0

instance Matcher (Router a) where
  match (Router rs _) path = find (matches path) rs
  match Empty _ = Nothing

data Expr where
  Lit :: Int -> Expr
  Add :: Expr -> Expr -> Expr

helper :: Int -> Int
helper 0 = 1
helper n
  | n > maxDepth = local n
  | otherwise = n
  where
    local x = x + 1

infixl 6 <+>
(<+>) :: Int -> Int -> Int
a <+> b = a + b

main :: IO ()
main = do
  let y = helper 2
  print (M.lookup y M.empty)
